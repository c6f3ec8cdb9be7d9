import { LRUCache } from 'lru-cache'
import { GatewayError } from '../core/errors.ts'

/** The account that holds a stored answer, and whose call it answered. */
export interface AnswerOwner {
  channelId: number
  key: string
  userId: number
}

/**
 * Which account answered under which id: an answer that was stored there can be gone on from there alone. Memory of this
 * node; what it has forgotten is left to the upstream to know.
 */
export interface AnswerOwners {
  /**
   * The account behind `id`; null = none is known. Throws GatewayError of the caller where the answer was somebody
   * else's: channels are shared, and the upstream would not know the difference.
   */
  ownerOf(id: string | undefined, userId: number): AnswerOwner | null
  remember(id: string | null | undefined, owner: AnswerOwner): void
}

const answersMax = 100_000
const idLengthMax = 200

export function createAnswerOwners(): AnswerOwners {
  const owners = new LRUCache<string, AnswerOwner>({ max: answersMax })
  return {
    ownerOf(id, userId) {
      const owner = id === undefined ? undefined : owners.get(id)
      if (owner && owner.userId !== userId)
        throw new GatewayError('invalid_request', { reason: 'previous_response_id names no known response' })
      return owner ?? null
    },
    remember(id, owner) {
      if (id && id.length <= idLengthMax) owners.set(id, owner)
    },
  }
}
