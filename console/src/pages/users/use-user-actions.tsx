import CheckCircleOutlined from '@ant-design/icons/es/icons/CheckCircleOutlined'
import DownCircleOutlined from '@ant-design/icons/es/icons/DownCircleOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import SafetyOutlined from '@ant-design/icons/es/icons/SafetyOutlined'
import StopOutlined from '@ant-design/icons/es/icons/StopOutlined'
import UpCircleOutlined from '@ant-design/icons/es/icons/UpCircleOutlined'
import UserDeleteOutlined from '@ant-design/icons/es/icons/UserDeleteOutlined'
import type { PagedList } from '@sluice/contract/envelope'
import type { ManageAction, User } from '@sluice/contract/user'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirmAction } from '../../components/confirm-action.tsx'
import type { RowAction } from '../../components/row-actions.tsx'
import { useSessionUser } from '../../lib/session.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { canEnable, offeredActions, type UserAction } from './offered-actions.ts'
import { accountKey, manageUser, resetSecondFactors, userListKey } from './queries.ts'

const icons: Record<UserAction, ReactNode> = {
  edit: <EditOutlined aria-hidden />,
  view: <EyeOutlined aria-hidden />,
  disable: <StopOutlined aria-hidden />,
  enable: <CheckCircleOutlined aria-hidden />,
  promote: <UpCircleOutlined aria-hidden />,
  demote: <DownCircleOutlined aria-hidden />,
  resetFactors: <SafetyOutlined aria-hidden />,
  delete: <UserDeleteOutlined aria-hidden />,
}

/** Puts the answered role and status into every list with the account. */
function useManage() {
  const { t } = useTranslation('users')
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ user, action }: { user: User; action: ManageAction }) => manageUser(user.id, action),
    onSuccess: ({ role, status }, { user, action }) => {
      toastSuccess(t(`done.${action}`, { name: user.username }))
      void client.invalidateQueries({ queryKey: accountKey })
      // The row of a deleted account cannot be derived here.
      if (action === 'delete') return client.invalidateQueries({ queryKey: userListKey })
      client.setQueriesData<PagedList<User>>(
        { queryKey: userListKey },
        (list) =>
          list && {
            ...list,
            items: list.items.map((row) => (row.id === user.id ? { ...row, role, status } : row)),
          },
      )
    },
    // Another administrator has changed the account meanwhile: the row shows the current state.
    onError: () => client.invalidateQueries({ queryKey: userListKey }),
  })
}

/** The allowed actions on an account: two in the row, the rest in the menu. */
export function useUserActions({ edit, view }: Record<'edit' | 'view', (user: User) => void>) {
  const { t } = useTranslation('users')
  const viewer = useSessionUser()
  const confirm = useConfirmAction()
  const manage = useManage()
  const reset = useMutation({
    mutationFn: (user: User) => resetSecondFactors(user.id),
    onSuccess: (_, user) => {
      toastSuccess(t('done.resetFactors', { name: user.username }))
    },
  })

  /** The confirmation names the account, and the consequence is below. */
  const ask = (action: Exclude<UserAction, 'edit' | 'view' | 'enable'>, user: User, run: () => Promise<unknown>) =>
    confirm({
      title: t(`ask.${action}.title`, { name: user.username, id: user.id }),
      consequence: t(`ask.${action}.consequence`, { name: user.username }),
      confirm: t(`ask.${action}.confirm`),
      danger: action !== 'promote',
      run,
    })
  const perform = (action: UserAction, user: User) => {
    switch (action) {
      case 'edit':
        return edit(user)
      case 'view':
        return view(user)
      case 'enable':
        return manage.mutate({ user, action })
      case 'resetFactors':
        return ask(action, user, () => reset.mutateAsync(user))
      default:
        return ask(action, user, () => manage.mutateAsync({ user, action }))
    }
  }

  return (user: User): { visible: RowAction[]; menu: RowAction[] } => {
    if (viewer === null) return { visible: [], menu: [] }
    const actions = offeredActions(viewer, user).map((action) => ({
      key: action,
      label: t(`action.${action}`),
      icon: icons[action],
      danger: action === 'delete',
      disabled: action === 'enable' && !canEnable(user),
      run: () => perform(action, user),
    }))
    const isVisible = ({ key }: { key: UserAction }) => ['edit', 'disable', 'enable'].includes(key)
    return {
      visible: actions.filter(isVisible),
      menu: actions.filter((action) => !isVisible(action)),
    }
  }
}
