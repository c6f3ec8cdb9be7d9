import { passwordBounds } from '@sluice/contract/account-bounds'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormDrawer, type Submitted } from '../../components/form-drawer.tsx'
import { toastSuccess } from '../../lib/toasts.ts'
import { NameFields, PasswordField } from './name-fields.tsx'
import { createUser, userListKey } from './queries.ts'
import { buildUserCreate, newUserValues, type UserValues } from './user-values.ts'

/** Creates an ordinary account. Role and balance are set afterwards. */
export function AddUserDrawer({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation(['users', 'common'])
  const client = useQueryClient()
  const create = async (values: UserValues): Promise<Submitted> => {
    await createUser(buildUserCreate(values))
    toastSuccess(t('add.done'))
    void client.invalidateQueries({ queryKey: userListKey })
    return 'saved'
  }
  return (
    <FormDrawer<UserValues>
      open={open}
      placement="left"
      title={t('add.title')}
      submitText={t('common:actions.create')}
      initialValues={newUserValues}
      onSubmit={create}
      onClose={onClose}
    >
      <NameFields />
      <PasswordField required hint={t('form.passwordHint', passwordBounds)} />
    </FormDrawer>
  )
}
