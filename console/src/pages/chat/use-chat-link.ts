import type { ApiToken } from '@sluice/contract/api-token'
import { tokenStatus } from '@sluice/contract/roles'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { buildChatLink, type ChatClient, needsKey, parseChatClients } from '../../lib/chat-links.ts'
import { useStatus } from '../../lib/queries.ts'
import { useSessionUser } from '../../lib/session.ts'
import { siteAddress } from '../../lib/site-address.ts'
import { readTokenKey } from '../../lib/token-keys.ts'

/** The state of a configured chat client, with its address once a key is available. */
export type ChatLink =
  | { kind: 'waiting'; client: ChatClient | null }
  | { kind: 'wrong'; problem: 'unreadable' | 'notSet' | 'noClient' | 'notReachable' }
  | { kind: 'failed'; message: string; retry(): void }
  /** Keys require a login. */
  | { kind: 'signedOut'; client: ChatClient }
  | { kind: 'noToken' }
  | { kind: 'ready'; client: ChatClient; link: string }

/** The key of the newest usable token; null = there is none. Not kept after the page is closed. */
const keyQuery = (userId: number | undefined, isWanted: boolean) =>
  queryOptions({
    queryKey: ['tokens', 'for-chat', userId],
    queryFn: async ({ signal }) => {
      const { items } = await api.list('GET /api/token/', { query: { page: 1, page_size: 100 }, signal })
      const token = items.find(isUsable)
      return token === undefined ? null : await readTokenKey(token.id)
    },
    enabled: userId !== undefined && isWanted,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  })

/** The client at `position`, counted from 0; text that is not a number means the first. */
export function useChatLink(position: string | undefined): ChatLink {
  const status = useStatus()
  const user = useSessionUser()
  const clients = status === null ? [] : parseChatClients(status.chats)
  const index = /^\d{1,4}$/.test(position ?? '') ? Number(position) : 0
  const client = clients?.[index] ?? null
  const key = useQuery(keyQuery(user?.id, client !== null && needsKey(client)))

  if (status === null) return { kind: 'waiting', client }
  if (clients === null) return { kind: 'wrong', problem: 'unreadable' }
  if (clients.length === 0) return { kind: 'wrong', problem: 'notSet' }
  if (client === null) return { kind: 'wrong', problem: 'noClient' }
  const address = siteAddress(status.server_address)
  if (!needsKey(client)) return readyOr(client, buildChatLink(client, { address, key: '' }))
  if (user === null) return { kind: 'signedOut', client }
  if (key.error) return { kind: 'failed', message: key.error.message, retry: () => void key.refetch() }
  if (key.data === undefined) return { kind: 'waiting', client }
  if (key.data === null) return { kind: 'noToken' }
  return readyOr(client, buildChatLink(client, { address, key: key.data }))
}

const readyOr = (client: ChatClient, link: string | null): ChatLink =>
  link === null ? { kind: 'wrong', problem: 'notReachable' } : { kind: 'ready', client, link }

/** -1 = never. */
const isUsable = ({ status, expired_time }: ApiToken): boolean =>
  status === tokenStatus.enabled && (expired_time === -1 || expired_time * 1_000 > Date.now())
