import { hourMs } from '@sluice/contract/durations'
import { listOf, recordOf } from '@sluice/contract/read-json'
import { createGrowingCache } from '../../platform/growing-cache.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { isOwner, messageCountOf, type StateOwner } from '../call/state-owner.ts'

export type Conversation = Pick<AdmittedCall, 'countable' | 'caller' | 'routedModel'>

/**
 * Remembers the account that answered a conversation, so that the next turn uses it again: prompt caches and signed
 * thinking belong to one account. Only a preference; in this node's memory, for an hour.
 */
export interface Affinity {
  /** The account of the earlier turns; null for a first turn, or when it is unknown. */
  ownerOf(call: Conversation): StateOwner | null
  /**
   * Records that this account answered `call`. After a change of accounts, earlier state belongs to the previous one.
   */
  remember(
    call: Conversation & Pick<AdmittedCall, 'stateOwner' | 'request'>,
    answered: { channel: { id: number }; key: string },
  ): void
}

const conversationsMax = 50_000
const ttlMs = hourMs
const startLength = 512

export function createAffinity(): Affinity {
  const owners = createGrowingCache<string, StateOwner>(conversationsMax, { ttl: ttlMs })
  return {
    ownerOf: (call) => (isContinued(call) ? (owners.get(keyOf(call)) ?? null) : null),
    remember(call, { channel, key }) {
      const before = call.stateOwner.known
      const isSame = before === null || isOwner(before, channel.id, key)
      const from = isSame ? (before?.from ?? 0) : messageCountOf(call)
      owners.set(keyOf(call), { channelId: channel.id, key, from })
    },
  }
}

const messagesOf = ({ countable }: Conversation) => listOf(countable.messages)

/** The call has turns before its own. */
export const isContinued = (call: Conversation): boolean =>
  messagesOf(call).some((message) => recordOf(message).role === 'assistant')

/** A conversation is identified by its beginning, because the rest changes from turn to turn. */
function keyOf(call: Conversation): string {
  const starts = messagesOf(call)
    .slice(0, 2)
    .filter((message) => recordOf(message).role !== 'assistant')
  return conversationKey(call, starts.map(startOf).join('\n'))
}

/** Without a token the conversation belongs to the account, never to another one. */
export const conversationKey = ({ caller: { tokenId, userId }, routedModel }: Conversation, start: string): string =>
  `${tokenId ?? `user ${userId}`}\n${routedModel}\n${start}`

/** The beginning of the text of a message. */
export function startOf(message: unknown): string {
  const { content } = recordOf(message)
  if (typeof content === 'string') return content.slice(0, startLength)
  const { text } = recordOf(listOf(content)[0])
  return typeof text === 'string' ? text.slice(0, startLength) : ''
}
