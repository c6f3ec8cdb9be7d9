import type { Redis } from 'ioredis'

/** Once commands can be sent; before, they fail at once. */
export async function untilReady(redis: Redis): Promise<void> {
  if (redis.status !== 'ready') await new Promise((ready) => redis.once('ready', ready))
}
