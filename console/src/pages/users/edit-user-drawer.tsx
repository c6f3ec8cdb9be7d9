import type { User } from '@sluice/contract/user'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDrawer, type Submitted } from '../../components/form-drawer.tsx'
import { UnreadableDrawer } from '../../components/unreadable-drawer.tsx'
import { useFocusReturn } from '../../components/use-focus-return.ts'
import { ApiError } from '../../lib/api-client.ts'
import { selfQuery } from '../../lib/queries.ts'
import { sessionUser, startSession } from '../../lib/session.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { EditUserFields } from './edit-user-fields.tsx'
import { isSameDrawer, type OpenDrawer } from './open-drawer.ts'
import { editedUserQuery, manageUser, updateSelf, updateUser, userListKey } from './queries.ts'
import {
  buildUserValues,
  changesOf,
  newUserValues,
  ownChangesOf,
  roleActionOf,
  type UserValues,
} from './user-values.ts'

type Editing = Extract<OpenDrawer, { kind: 'edit' | 'self' }>
const isEditing = (open: OpenDrawer): open is Editing => open.kind === 'edit' || open.kind === 'self'

/** Edits the account in the address: another one, or the own one through the routes for the own account. */
export function EditUserDrawer({ open, onClose }: { open: OpenDrawer; onClose(): void }) {
  const { t } = useTranslation('users')
  // The drawer keeps its content while it slides out, and resets at each opening.
  const [shown, setShown] = useState<{ open: OpenDrawer; isOpen: boolean; count: number }>({
    open: { kind: 'closed' },
    isOpen: false,
    count: 0,
  })
  const isOpen = isEditing(open)
  if (isOpen && !(shown.isOpen && isSameDrawer(open, shown.open))) setShown({ open, isOpen, count: shown.count + 1 })
  if (!isOpen && shown.isOpen) setShown({ ...shown, isOpen })
  // Also here, as one drawer may replace another while it is open.
  useFocusReturn(isOpen)
  const { data: user, error, isFetching, refetch } = useQuery(editedUserQuery(shown.open, shown.count))
  if (!isEditing(shown.open)) return null
  if (error !== null || (user !== undefined && user.DeletedAt !== null))
    return (
      <UnreadableDrawer
        open={isOpen}
        title={t('edit.unreadable')}
        error={error}
        notFoundText={t('edit.gone')}
        isRetrying={isFetching}
        onRetry={refetch}
        onClose={onClose}
      />
    )
  return <UserForm key={shown.count} open={isOpen} user={user} isSelf={shown.open.kind === 'self'} onClose={onClose} />
}

interface UserFormProps {
  open: boolean
  /** Absent while loading. */
  user: User | undefined
  isSelf: boolean
  onClose(): void
}

function UserForm({ open, user, isSelf, onClose }: UserFormProps) {
  const { t } = useTranslation('users')
  const save = useSave(isSelf)
  const title = isSelf ? t('edit.ownTitle') : t('edit.title')
  return (
    <FormDrawer<UserValues>
      open={open}
      loading={user === undefined}
      title={user === undefined ? title : `${title} · ${user.username}`}
      initialValues={user === undefined ? newUserValues : buildUserValues(user)}
      onSubmit={async (values) => (user === undefined ? 'unchanged' : save(user, values))}
      onClose={onClose}
    >
      {user !== undefined && <EditUserFields user={user} isSelf={isSelf} />}
    </FormDrawer>
  )
}

function useSave(isSelf: boolean) {
  const { t } = useTranslation('users')
  const client = useQueryClient()
  return async (user: User, values: UserValues): Promise<Submitted> => {
    const changes = isSelf ? ownChangesOf(user, values) : changesOf(user, values)
    const roleAction = isSelf ? null : roleActionOf(user, values.role)
    const isChanged = Object.keys(changes).length > 0
    if (!isChanged && roleAction === null) return 'unchanged'
    if (roleAction !== null) await manageUser(user.id, roleAction).catch(ignoreIfDone)
    if (isChanged) await (isSelf ? updateSelf(changes) : updateUser({ id: user.id, ...changes }))
    toastSuccess(t('edit.done'))
    void client.invalidateQueries({ queryKey: userListKey })
    const session = sessionUser()
    if (session?.id !== user.id) return 'saved'
    // The console's data of the signed-in account is updated too.
    const { username = session.username, display_name = session.display_name } = changes
    startSession({ ...session, username, display_name })
    void client.invalidateQueries(selfQuery)
    return 'saved'
  }
}

/** The account has the role already, for example since a first attempt whose other changes were refused. */
function ignoreIfDone(error: unknown): void {
  if (error instanceof ApiError && (error.code === 'already_admin' || error.code === 'already_ordinary')) return
  throw error
}
