import type { RequestFacts } from '../../protocols/wire-format.ts'

/**
 * The account that made the opaque state of a conversation: only there are signed thoughts valid. A channel with
 * several keys is several accounts.
 */
export interface StateOwner {
  channelId: number
  key: string
  /** State in messages before this index belongs to another account. */
  from: number
}

export const isOwner = (owner: StateOwner, channelId: number, key: string): boolean =>
  owner.channelId === channelId && owner.key === key

/** The number of messages in the client's body, whatever its format. */
export function messageCountOf({ request }: { request: RequestFacts }): number {
  const { messages, contents, input } = request.body
  const list = messages ?? contents ?? input
  return Array.isArray(list) ? list.length : 0
}
