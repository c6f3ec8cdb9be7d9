import type { ApiToken } from '@sluice/contract/api-token'
import { tokenStatus } from '@sluice/contract/roles'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import {
  buildChatLink,
  type ChatClient,
  needsKey,
  parseChatClients,
  siteAddress,
  withKeyPrefix,
} from '../../lib/chat-links.ts'
import { useStatus } from '../../lib/queries.ts'
import { useSessionUser } from '../../lib/session.ts'

/** The state of a configured chat client, with its address once a key is available. */
export type ChatLink =
  | { kind: 'waiting'; client: ChatClient | null }
  | { kind: 'wrong'; problem: 'unreadable' | 'notSet' | 'noClient' | 'notReachable' }
  | { kind: 'failed'; message: string; retry(): void }
  /** Keys require a login. */
  | { kind: 'signedOut'; client: ChatClient }
  | { kind: 'noToken' }
  | { kind: 'ready'; client: ChatClient; link: string }

/** Not kept after the page is closed. */
const keysQuery = (userId: number | undefined, isWanted: boolean) =>
  queryOptions({
    queryKey: ['tokens', 'for-chat', userId],
    queryFn: ({ signal }) => api.list('GET /api/token/', { query: { page: 1, page_size: 100 }, signal }),
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
  const keys = useQuery(keysQuery(user?.id, client !== null && needsKey(client)))

  if (status === null) return { kind: 'waiting', client }
  if (clients === null) return { kind: 'wrong', problem: 'unreadable' }
  if (clients.length === 0) return { kind: 'wrong', problem: 'notSet' }
  if (client === null) return { kind: 'wrong', problem: 'noClient' }
  const address = siteAddress(status.server_address)
  if (!needsKey(client)) return readyOr(client, buildChatLink(client, { address, key: '' }))
  if (user === null) return { kind: 'signedOut', client }
  if (keys.error) return { kind: 'failed', message: keys.error.message, retry: () => void keys.refetch() }
  if (keys.data === undefined) return { kind: 'waiting', client }
  const token = keys.data.items.find(isUsable)
  if (!token) return { kind: 'noToken' }
  return readyOr(client, buildChatLink(client, { address, key: withKeyPrefix(token.key) }))
}

const readyOr = (client: ChatClient, link: string | null): ChatLink =>
  link === null ? { kind: 'wrong', problem: 'notReachable' } : { kind: 'ready', client, link }

/** -1 = never. */
const isUsable = ({ status, expired_time }: ApiToken): boolean =>
  status === tokenStatus.enabled && (expired_time === -1 || expired_time * 1_000 > Date.now())
