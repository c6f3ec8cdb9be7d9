import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'

/** Texts by key, bounded in this process, and shared through Redis where there is one. A dropped text is unknown. */
export interface SharedMemory {
  /** Synchronous where this process has it. */
  get(key: string): string | null | Promise<string | null>
  set(key: string, text: string): void
  delete(key: string): void
}

export function createSharedMemory(bounds: {
  name: string
  redis: Redis | undefined
  /** Limit for this process, in characters of keys and texts. */
  sizeMax: number
  entrySizeMax: number
  ttlSeconds: number
}): SharedMemory {
  const { name, redis, sizeMax, entrySizeMax, ttlSeconds } = bounds
  const known = new LRUCache<string, string>({
    maxSize: sizeMax,
    sizeCalculation: (text, key) => text.length + key.length + 64,
    ttl: ttlSeconds * 1_000,
  })
  const shared = (key: string) => `sluice:${name}:${key}`

  return {
    get(key) {
      const text = known.get(key)
      if (text !== undefined || !redis) return text ?? null
      // While Redis is unreachable the text is unknown; the call does not fail.
      return redis.get(shared(key)).catch(() => null)
    },
    set(key, text) {
      if (key.length + text.length > entrySizeMax) return
      known.set(key, text)
      redis?.set(shared(key), text, 'EX', ttlSeconds).catch(() => undefined)
    },
    delete(key) {
      known.delete(key)
      redis?.del(shared(key)).catch(() => undefined)
    },
  }
}
