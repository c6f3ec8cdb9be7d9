import type { Redis } from 'ioredis'
import { describeError, type Log } from './log.ts'

/**
 * The shared accelerator. It never holds the truth: every command fails within 200 ms when the server is away,
 * nothing queues up meanwhile, and callers go on without it. Reconnecting is the client's own business.
 */
export async function createRedis(url: string, log: Log): Promise<Redis> {
  // Loaded by those who use it: the client takes 5 MB.
  const ioredis = await import('ioredis')
  const redis = new ioredis.Redis(url, {
    commandTimeout: 200,
    connectTimeout: 2_000,
    // A server that vanished closes nothing: a connection that answers nothing for so long is made anew.
    socketTimeout: 2_000,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: (attempt) => Math.min(attempt * 200, 5_000),
  })
  let isReported = false
  redis.on('error', (error) => {
    if (!isReported) log.warn({ error: describeError(error) }, 'Redis cannot be reached; going on without it')
    isReported = true
  })
  redis.on('ready', () => {
    if (isReported) log.info('Redis is back')
    isReported = false
  })
  return redis
}

/**
 * A second connection that only listens. It waits in line while disconnected and subscribes again by itself. Silence is
 * what it mostly hears, so it is made anew whenever `redis` is.
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
