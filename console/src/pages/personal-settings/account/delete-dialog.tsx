import type { User } from '@sluice/contract/user'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Alert, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../components/form-dialog.tsx'
import layout from '../../../components/layout.module.css'
import { api } from '../../../lib/api.ts'
import { formatQuota } from '../../../lib/format.ts'
import { endSession } from '../../../lib/session.ts'
import { toastSuccess } from '../../../lib/toasts.ts'
import { useQuotaFormat } from '../../../lib/use-quota-format.ts'

/** Deletes the account after its name was typed. */
export function DeleteDialog({ user, onClose }: { user: User; onClose(): void }) {
  const { t } = useTranslation('personal-settings')
  const format = useQuotaFormat()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { username } = user
  const remove = async () => {
    await api('DELETE /api/user/self')
    endSession()
    await navigate({ to: '/login' })
    queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'status' })
    toastSuccess(t('remove.done'))
  }
  return (
    <FormDialog<{ name: string }>
      name="delete-account"
      isProofOnly
      title={t('remove.title')}
      submitText={t('remove.confirm')}
      danger
      onSubmit={remove}
      onClose={onClose}
    >
      <Alert
        type="error"
        showIcon
        title={t('remove.warning')}
        description={
          <>
            {t('remove.consequence')}
            {user.quota > 0 && <p>{t('remove.balance', { amount: formatQuota(user.quota, format) })}</p>}
          </>
        }
        className={layout.notice}
      />
      <Form.Item
        name="name"
        label={t('remove.type', { username: `“${username}”` })}
        rules={[
          {
            validator: async (_, typed: string | undefined) => {
              if (typed !== username) throw new Error(t('remove.mismatch'))
            },
          },
        ]}
        validateTrigger={[]}
      >
        <Input autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Form.Item>
    </FormDialog>
  )
}
