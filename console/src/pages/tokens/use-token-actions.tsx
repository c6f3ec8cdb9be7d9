import ApiOutlined from '@ant-design/icons/es/icons/ApiOutlined'
import CommentOutlined from '@ant-design/icons/es/icons/CommentOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import PauseCircleOutlined from '@ant-design/icons/es/icons/PauseCircleOutlined'
import PlayCircleOutlined from '@ant-design/icons/es/icons/PlayCircleOutlined'
import type { ApiToken } from '@sluice/contract/api-token'
import { tokenStatus } from '@sluice/contract/roles'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { useConfirmAction } from '../../components/confirm-action.tsx'
import type { RowAction } from '../../components/row-actions.tsx'
import { buildChatLink, type ChatClient, needsKey, openChatLink } from '../../lib/chat-links.ts'
import { useStatus } from '../../lib/queries.ts'
import { siteAddress } from '../../lib/site-address.ts'
import { toastError, toastSuccess } from '../../lib/toasts.ts'
import { readTokenKey } from '../../lib/token-keys.ts'
import { useChatClients } from '../../lib/use-chat-clients.ts'
import { useListCache } from '../../lib/use-list-cache.ts'
import { deleteToken, setTokenStatus, tokenListKey } from './queries.ts'

/** Shows the new status at once, and the old one again if the server refuses. */
function useStatusToggle() {
  const { t } = useTranslation('tokens')
  const cache = useListCache<ApiToken>(tokenListKey)
  return useMutation({
    mutationFn: ({ token, status }: { token: ApiToken; status: number }) => setTokenStatus(token.id, status),
    meta: { silent: true },
    onMutate: async ({ token, status }) => {
      await cache.stopLoading()
      cache.replace({ ...token, status })
    },
    onSuccess: (saved, { token, status }) => {
      cache.replace(saved)
      const { name } = token
      toastSuccess(status === tokenStatus.enabled ? t('enabledToast', { name }) : t('disabledToast', { name }))
    },
    onError: (error, { token }) => {
      cache.replace(token)
      toastError(error.message)
    },
  })
}

/** The operator's chat clients, opened with the key of an active token. */
function useChatActions() {
  const { t } = useTranslation('tokens')
  const { modal } = App.useApp()
  const open = useMutation({
    mutationFn: async ({ id, client }: { id: number; client: ChatClient }) =>
      buildChatLink(client, { address, key: needsKey(client) ? await readTokenKey(id) : '' }),
    gcTime: 0,
    onSuccess: (link, { client }) => {
      if (link === null) return
      const show = () => openChatLink(link)
      // A browser that waited for the key too long takes the new tab for an advertisement.
      if (navigator.userActivation?.isActive === false) {
        const label = t('openChat', { name: client.name })
        modal.confirm({ title: label, okText: label, icon: null, onOk: show })
      } else show()
    },
  })
  const status = useStatus()
  const clients = useChatClients()
  const address = siteAddress(status?.server_address)
  return (token: ApiToken): RowAction[] =>
    token.status !== tokenStatus.enabled
      ? []
      : clients.flatMap((client, index) => {
          // The key changes nothing of whether the address may be opened.
          if (buildChatLink(client, { address, key: token.key }) === null) return []
          const label = t('openChat', { name: client.name })
          const run = () => open.mutate({ id: token.id, client })
          return [{ key: `chat-${index}`, label, icon: <CommentOutlined />, run }]
        })
}

export interface TokenActionsOptions {
  onEdit(token: ApiToken): void
  onConnect(token: ApiToken): void
  onDeleted(token: ApiToken): void
}

/** The actions on a token, two of them in the row. */
export function useTokenActions({ onEdit, onConnect, onDeleted }: TokenActionsOptions) {
  const { t } = useTranslation(['tokens', 'common'])
  const confirm = useConfirmAction()
  const queryClient = useQueryClient()
  const toggle = useStatusToggle()
  const chatActionsOf = useChatActions()
  const remove = useMutation({
    mutationFn: (token: ApiToken) => deleteToken(token.id),
    onSuccess: async (_, token) => {
      toastSuccess(t('deleted'))
      onDeleted(token)
      await queryClient.invalidateQueries({ queryKey: tokenListKey })
    },
  })

  const askToDelete = (token: ApiToken) =>
    confirm({
      title: t('deleteTitle', { name: token.name }),
      consequence: t('deleteText'),
      confirm: t('common:actions.delete'),
      run: () => remove.mutateAsync(token),
    })

  return (token: ApiToken): { visible: RowAction[]; menu: RowAction[] } => {
    const isEnabled = token.status === tokenStatus.enabled
    const status = isEnabled ? tokenStatus.disabled : tokenStatus.enabled
    return {
      visible: [
        { key: 'connect', label: t('connect'), icon: <ApiOutlined />, run: () => onConnect(token) },
        { key: 'edit', label: t('common:actions.edit'), icon: <EditOutlined />, run: () => onEdit(token) },
      ],
      menu: [
        {
          key: 'toggle',
          label: isEnabled ? t('common:actions.disable') : t('common:actions.enable'),
          icon: isEnabled ? <PauseCircleOutlined /> : <PlayCircleOutlined />,
          run: () => toggle.mutate({ token, status }),
        },
        ...chatActionsOf(token),
        {
          key: 'delete',
          label: t('common:actions.delete'),
          icon: <DeleteOutlined />,
          danger: true,
          run: () => askToDelete(token),
        },
      ],
    }
  }
}
