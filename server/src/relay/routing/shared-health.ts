import { randomUUID } from 'node:crypto'
import { failureCauses } from '@sluice/contract/failure-cause'
import { parseJson } from '@sluice/contract/read-json'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { restMsMax } from '../../core/routing/breaker.ts'
import type { Clock } from '../../platform/clock.ts'
import { describeError } from '../../platform/log.ts'
import { markOfKey } from '../../platform/mark-of-key.ts'
import { createSubscriber } from '../../platform/redis.ts'
import type { Services } from '../../services.ts'
import { type ChannelHealth, createChannelHealth } from './channel-health.ts'
import type { HealthChange } from './channel-memory.ts'

const topic = 'sluice:health'
/** Current rests, for nodes that start or were disconnected: place → message with its end. */
const restsKey = 'sluice:health:rests'

const messageShape = z.object({
  from: z.string(),
  /** Milliseconds of the wall clock. */
  until: z.number(),
  kind: z.enum(['rest', 'back', 'refused', 'limited']),
  channelId: z.number(),
  model: z.string().nullable(),
  /** The hash of the key: the key itself is sent only to upstreams. */
  key: z.string().nullable(),
  userId: z.number().nullable(),
  cause: z.enum(failureCauses),
  isCertain: z.boolean(),
})
type Message = z.infer<typeof messageShape>

/**
 * The health of channels. If Redis is configured, nodes exchange rests, refused keys and reached limits through it.
 * Windows and figures are local to each node; without a connection to Redis, everything is.
 */
export function createSharedHealth(
  { clock, log, redis }: Services<'log' | 'redis'> & { clock: Pick<Clock, 'now' | 'monotonic'> },
  /** The current keys of a channel. */
  keysOf: (channelId: number) => readonly string[],
): ChannelHealth & { close(): void } {
  const node = randomUUID()
  const health = createChannelHealth(clock, redis ? (healthChange) => send(redis, healthChange) : undefined)
  const subscriber = redis ? createSubscriber(redis, log) : null
  const report = (error: unknown) =>
    log.warn({ error: describeError(error) }, 'the state of channels could not be shared')

  function send(to: Redis, healthChange: HealthChange): void {
    const ms = healthChange.kind === 'rest' ? healthChange.rest.ms : healthChange.kind === 'back' ? 0 : healthChange.ms
    const message: Message = {
      from: node,
      until: clock.now() + ms,
      kind: healthChange.kind,
      channelId: healthChange.channelId,
      model: healthChange.model,
      key: healthChange.key === null ? null : markOfKey(healthChange.key),
      userId: healthChange.kind === 'rest' ? healthChange.rest.userId : null,
      cause: healthChange.kind === 'rest' ? healthChange.rest.cause : 'key',
      isCertain: healthChange.kind === 'rest' && healthChange.rest.isCertain,
    }
    const text = JSON.stringify(message)
    const place = placeOf(message)
    const change = to.multi().publish(topic, text)
    if (healthChange.kind === 'back') change.hdel(restsKey, place)
    else change.hset(restsKey, place, text).pexpire(restsKey, restMsMax)
    change.exec().catch(report)
  }

  function receive(text: string): void {
    const { data: message } = messageShape.safeParse(parseJson(text))
    if (!message || message.from === node) return
    const healthChange = parseHealthChange(message)
    if (healthChange) health.learn(healthChange)
  }

  /** Null where the message is outdated, or names a key that the channel no longer has. */
  function parseHealthChange({
    kind,
    channelId,
    model,
    key: mark,
    until,
    userId,
    cause,
    isCertain,
  }: Message): HealthChange | null {
    const key = mark === null ? null : keysOf(channelId).find((candidate) => markOfKey(candidate) === mark)
    if (key === undefined) return null
    const at = { channelId, model, key }
    if (kind === 'back') return { kind, ...at }
    const ms = until - clock.now()
    if (ms <= 0) return null
    return kind === 'rest' ? { kind, ...at, rest: { ms, userId, cause, isCertain } } : { kind, ...at, ms }
  }

  async function catchUp(from: Redis): Promise<void> {
    for (const text of Object.values(await from.hgetall(restsKey))) receive(text)
  }

  /** Every node forgets by itself; one that starts later must not learn what they forgot. */
  async function dropRests(from: Redis, channelId: number): Promise<void> {
    const places = (await from.hkeys(restsKey)).filter((place) => place.split(' ')[1] === String(channelId))
    if (places.length > 0) await from.hdel(restsKey, ...places)
  }

  if (subscriber && redis) {
    subscriber.on('message', (_topic, text) => receive(text))
    subscriber.on('ready', () => void untilReady(redis).then(catchUp).catch(report))
    subscriber.subscribe(topic).catch(report)
  }
  return {
    ...health,
    forget(channelId) {
      health.forget(channelId)
      if (redis) dropRests(redis, channelId).catch(report)
    },
    close: () => subscriber?.disconnect(),
  }
}

const placeOf = ({ kind, channelId, model, key }: Message): string =>
  `${kind === 'refused' || kind === 'limited' ? kind : 'rest'} ${channelId} ${key ?? ''} ${model ?? ''}`

/** Before the connection is ready, commands fail at once. */
const untilReady = (redis: Redis): Promise<Redis> =>
  redis.status === 'ready'
    ? Promise.resolve(redis)
    : new Promise((resolve) => redis.once('ready', () => resolve(redis)))
