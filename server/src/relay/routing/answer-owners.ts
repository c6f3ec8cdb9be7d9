import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { createSharedMemory } from '../call/shared-memory.ts'

/** The account that holds a stored answer, and whose call it answered. */
export interface AnswerOwner {
  channelId: number
  key: string
  userId: number
}

/**
 * Which account answered under which id: an answer that was stored there can be gone on from there alone. Memory of this
 * node, bounded, and shared by Redis where there is one, for as long as OpenAI stores answers.
 */
export interface AnswerOwners {
  /** The account behind `id`, whoever made the call; null = none is known. At once where this node knows it. */
  find(id: string): AnswerOwner | null | Promise<AnswerOwner | null>
  remember(id: string | null | undefined, owner: AnswerOwner): void
  forget(id: string): void
}

const idLengthMax = 200
const thirtyDays = 30 * 86_400

export function createAnswerOwners(from: {
  redis: Redis | undefined
  /** Keys of a channel, as they are now. */
  keysOf: (channelId: number) => readonly string[]
}): AnswerOwners {
  const memory = createSharedMemory({
    ...{ name: 'answer', redis: from.redis, sizeMax: 16 * 1_048_576, entrySizeMax: 1_000 },
    ttlSeconds: thirtyDays,
  })

  function read(text: string | null): AnswerOwner | null {
    if (text === null) return null
    const [channelId = 0, userId = 0, mark] = JSON.parse(text) as [number, number, string]
    const key = from.keysOf(channelId).find((candidate) => markOfKey(candidate) === mark)
    // Its key was replaced: the same account may have another, and any would be a guess.
    return key === undefined ? null : { channelId, key, userId }
  }

  return {
    find(id) {
      const text = id.length > idLengthMax ? null : memory.get(id)
      return text instanceof Promise ? text.then(read) : read(text)
    },
    remember(id, { channelId, key, userId }) {
      if (id && id.length <= idLengthMax) memory.set(id, JSON.stringify([channelId, userId, markOfKey(key)]))
    },
    forget: (id) => memory.delete(id),
  }
}

/** Tells keys of one channel apart; the key itself leaves this process for upstreams alone. */
export const markOfKey = (key: string): string =>
  createHash('sha256').update(key).digest('base64url').slice(0, 16)
