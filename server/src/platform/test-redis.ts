import type { Redis } from 'ioredis'

/** Resolves when commands can be sent; earlier they fail at once. */
export async function untilReady(redis: Redis): Promise<void> {
  if (redis.status !== 'ready') await new Promise((ready) => redis.once('ready', ready))
}
