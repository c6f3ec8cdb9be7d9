import type { Redis } from 'ioredis'
import { parseStored } from '../../core/json/parse-stored.ts'
import { markOfKey } from '../../platform/mark-of-key.ts'
import { createSharedMemory } from '../../platform/shared-memory.ts'

/** The upstream account that holds a stored answer, and the user whose call it answered. */
export interface AnswerOwner {
  channelId: number
  key: string
  userId: number
}

/**
 * The account behind each stored answer: only that account can continue it. In this node's memory, bounded, and shared
 * through Redis if it is configured, for as long as OpenAI stores answers.
 */
export interface AnswerOwners {
  /** The account of the answer `id`, for any caller; null = unknown. Synchronous if this node has it. */
  find(id: string): AnswerOwner | null | Promise<AnswerOwner | null>
  remember(id: string | null | undefined, owner: AnswerOwner): void
  forget(id: string): void
}

const idLengthMax = 200
const thirtyDays = 30 * 86_400

export function createAnswerOwners(from: {
  redis: Redis | undefined
  /** The current keys of a channel. */
  keysOf: (channelId: number) => readonly string[]
}): AnswerOwners {
  const memory = createSharedMemory({
    name: 'answer',
    redis: from.redis,
    sizeMax: 16 * 1_048_576,
    entrySizeMax: 1_000,
    ttlSeconds: thirtyDays,
  })

  function read(text: string | null): AnswerOwner | null {
    if (text === null) return null
    const [channelId = 0, userId = 0, mark] = parseStored<[number, number, string]>(text)
    const key = from.keysOf(channelId).find((candidate) => markOfKey(candidate) === mark)
    // If the key was replaced, no other key is tried: it may belong to another account.
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
