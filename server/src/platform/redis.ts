import type { Redis } from 'ioredis'
import { describeError, type Log } from './log.ts'

/**
 * The connection to Redis. It never holds the only copy of data: while the server is unreachable, every command fails
 * within 200 ms, commands are not queued, and callers continue without it. The client reconnects automatically.
 */
export async function createRedis(url: string, log: Log): Promise<Redis> {
  // Loaded on demand: the client takes 5 MB.
  const ioredis = await import('ioredis')
  const redis = new ioredis.Redis(url, {
    commandTimeout: 200,
    connectTimeout: 2_000,
    // A server that disappears closes no connection: after this time without data it is replaced.
    socketTimeout: 2_000,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: (attempt) => Math.min(attempt * 200, 5_000),
  })
  let isReported = false
  redis.on('error', (error) => {
    if (!isReported) log.warn({ error: describeError(error) }, 'Redis is unreachable; continuing without it')
    isReported = true
  })
  redis.on('ready', () => {
    if (isReported) log.info('Redis is reachable again')
    isReported = false
  })
  return redis
}

/**
 * A second connection that only subscribes. It queues commands while disconnected and subscribes again by itself.
 * Silence is normal for it, so it is replaced together with `redis`.
 */
export function createSubscriber(redis: Redis, log: Log): Redis {
  const subscriber = redis.duplicate({
    enableOfflineQueue: true,
    maxRetriesPerRequest: null,
    commandTimeout: undefined,
  })
  redis.on('close', () => {
    if (subscriber.status === 'ready') subscriber.disconnect(true)
  })
  subscriber.on('error', (error) => log.debug({ error: describeError(error) }, 'Redis subscription'))
  return subscriber
}
