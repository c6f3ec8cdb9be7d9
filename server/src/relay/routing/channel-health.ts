import { hourMs } from '@sluice/contract/durations'
import type { FailureCause } from '@sluice/contract/failure-cause'
import { type Breaker, type BreakerState, createBreaker } from '../../core/routing/breaker.ts'
import { addSums, latencyOf, noSums, type WindowSums } from '../../core/routing/rolling-window.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import type { AttemptError } from '../call/attempt-error.ts'
import {
  type ChannelMemory,
  type HealthChange,
  type KeyModelHealth,
  keyRefusedMs,
  limitedForMs,
  limitMsMax,
  newKeyModelHealth,
  newMemory,
} from './channel-memory.ts'
import { createVisit, type Visit } from './visit.ts'

/** The account and the model of a call. */
export interface RoutedRequest {
  userId: number
  model: string
}

/** The model of a call, and the estimated tokens of its prompt. */
export interface RoutedPrompt {
  model: string
  tokens: number
}

type HealthChannel = Pick<ChannelState, 'id' | 'keys'>

/**
 * This node's knowledge of its channels, by key and model: the calls of the last minute, breakers that keep failing
 * channels out, and keys that an upstream refused. Bounded, in memory; a restart clears it.
 */
export interface ChannelHealth {
  /**
   * Milliseconds for which the channel, or each of its keys for the model, rests for this account; 0 = it takes calls.
   */
  restsForMs(channel: HealthChannel, routed: RoutedRequest): number
  keyRestsForMs(channelId: number, key: string, routed: RoutedRequest): number
  /** Whether the channel, or each of its keys for the model, rests for this account because of overload. */
  isOverloaded(channel: HealthChannel, routed: RoutedRequest): boolean
  /**
   * Milliseconds for which each key of the channel is at a limit that its upstream reported; 0 = at least one is not.
   */
  limitedForMs(channel: HealthChannel, routed: RoutedPrompt): number
  keyLimitedForMs(channelId: number, key: string, routed: RoutedPrompt): number
  /** Milliseconds for which each key of the channel counts as refused by the upstream; 0 = at least one does not. */
  refusedForMs(channel: HealthChannel): number
  inFlight(channelId: number): number
  /** Mean milliseconds until answers for the model began, within the last minute; null = unknown. */
  latencyOf(channelId: number, model: string): number | null
  /** Whether calls for the model failed within the last minute, and none was answered. */
  failsAlways(channelId: number, model: string): boolean
  /** A call starts there now. After a rest only one may probe the channel. */
  begin(channelId: number, key: string, routed: RoutedRequest): Visit
  /** Counts up from 0 for each channel, to take several keys in turn. */
  nextTurn(channelId: number): number
  isKeyRefused(channelId: number, key: string): boolean
  /** Whether a call with the key was answered since this monotonic time. */
  isAnsweredSince(channelId: number, key: string, since: number): boolean
  /** The last failure, without keys. */
  noteError(channelId: number, error: AttemptError): void
  /** The last uses of a channel's keys since the last call of `takeKeyUses`. */
  keyUsesOf(channelId: number): ReadonlyMap<string, number>
  /** The last uses of all keys, in milliseconds, which are then forgotten here. */
  takeKeyUses(): { channelId: number; key: string; usedAt: number }[]
  /** Whether a call failed or runs there: otherwise `forget` has nothing to do. */
  mayForget(channelId: number): boolean
  /**
   * The channel was repaired: its rests, limits, refused keys and counted failures end here, and running calls add
   * none.
   */
  forget(channelId: number): void
  /** Applies a change from another node. */
  learn(change: HealthChange): void
  /** The channels with something to report. */
  reports(): ChannelHealthReport[]
}

interface PairReport extends WindowSums {
  model: string
  /** The key itself: reports must not leave the process. */
  key: string
  state: BreakerState
  restsForMs: number
  /** The only account that the rest is for; null = all. */
  restsForUser: number | null
  /** Until a limit that the upstream reported is reset; 0 = none is reached. */
  limitedForMs: number
  /** The cause of the rest or of the last failure; null = the last call succeeded. */
  cause: FailureCause | null
}

export interface ChannelHealthReport {
  channelId: number
  /** Consecutive failures; 0 = the last call succeeded, or there was none. */
  failures: number
  /** 0 = it takes calls. */
  restsForMs: number
  state: BreakerState
  cause: FailureCause | null
  /** Keys that the upstream refused within an hour, and did not accept since. */
  refusedKeys: number
  /** Null = none. */
  lastError: AttemptError | null
  /** Milliseconds of the wall clock; 0 = none. */
  lastErrorAt: number
  inFlight: number
  /** Of all models and keys within a minute. */
  sums: WindowSums
  pairs: PairReport[]
}

const errorTextMax = 500
/** A refused key is used again after its rest, and reported as refused until a call with it is answered. */
const refusalShownMs = hourMs - keyRefusedMs
const channelsMax = 5_000
/** Pairs of key and model: of one channel, and of all. */
const pairsOfChannelMax = 1_000
const pairsMax = 50_000

/** `publish` receives changes for other nodes. */
export function createChannelHealth(
  clock: Pick<Clock, 'now' | 'monotonic'>,
  publish: (change: HealthChange) => void = () => {},
): ChannelHealth {
  /** The channel that was used longest ago comes first. */
  const channels = new Map<number, ChannelMemory>()
  let pairCount = 0

  function memoryOf(id: number): ChannelMemory {
    const memory = channels.get(id) ?? newMemory(id)
    channels.delete(id)
    channels.set(id, memory)
    while (channels.size > channelsMax || (pairCount > pairsMax && channels.size > 1)) forgetOldest()
    return memory
  }

  function forgetOldest(): void {
    const [oldest] = channels.values()
    if (!oldest) return
    channels.delete(oldest.id)
    pairCount -= oldest.pairCount
  }

  function findPair(memory: ChannelMemory, model: string, key: string): KeyModelHealth {
    const known = memory.models.get(model)?.get(key)
    if (known) return known
    if (memory.pairCount >= pairsOfChannelMax) forgetOldestModel(memory)
    const keys = memory.models.get(model) ?? new Map<string, KeyModelHealth>()
    const pair = newKeyModelHealth()
    memory.models.set(model, keys.set(key, pair))
    memory.pairCount++
    pairCount++
    return pair
  }

  function forgetOldestModel(memory: ChannelMemory): void {
    const [oldest] = memory.models
    if (!oldest) return
    memory.models.delete(oldest[0])
    memory.pairCount -= oldest[1].size
    pairCount -= oldest[1].size
  }

  function sumsOf(channelId: number, model: string): WindowSums {
    const sums = noSums()
    const pairs = channels.get(channelId)?.models.get(model)
    if (pairs) for (const { breaker } of pairs.values()) addSums(sums, breaker.window.sums(clock.monotonic()))
    return sums
  }

  return {
    restsForMs({ id, keys }, { userId, model }) {
      const memory = channels.get(id)
      if (!memory?.mayRest) return 0
      const now = clock.monotonic()
      const whole = memory.whole.restsForMs(now, userId)
      const pairs = memory.models.get(model)
      if (whole > 0 || !pairs || keys.length === 0) return whole
      return shortestOf(keys, (key) => pairs.get(key)?.breaker.restsForMs(now, userId) ?? 0)
    },
    isOverloaded({ id, keys }, { userId, model }) {
      const memory = channels.get(id)
      if (!memory) return false
      const now = clock.monotonic()
      const whole = memory.whole.causeOfRest(now, userId)
      if (whole !== null) return whole === 'overload'
      const pairs = memory.models.get(model)
      return keys.length > 0 && keys.every((key) => pairs?.get(key)?.breaker.causeOfRest(now, userId) === 'overload')
    },
    keyRestsForMs(channelId, key, { userId, model }) {
      const memory = channels.get(channelId)
      if (!memory?.mayRest) return 0
      return memory.models.get(model)?.get(key)?.breaker.restsForMs(clock.monotonic(), userId) ?? 0
    },
    limitedForMs({ id, keys }, { model, tokens }) {
      const memory = channels.get(id)
      const pairs = memory?.mayRest ? memory.models.get(model) : undefined
      if (!pairs || keys.length === 0) return 0
      const now = clock.monotonic()
      return shortestOf(keys, (key) => {
        const pair = pairs.get(key)
        return pair ? limitedForMs(pair.limit, now, tokens) : 0
      })
    },
    keyLimitedForMs(channelId, key, { model, tokens }) {
      const memory = channels.get(channelId)
      const pair = memory?.mayRest ? memory.models.get(model)?.get(key) : undefined
      return pair ? limitedForMs(pair.limit, clock.monotonic(), tokens) : 0
    },
    refusedForMs({ id, keys }) {
      const refused = channels.get(id)?.refusedKeys
      if (!refused || refused.size === 0 || keys.length === 0) return 0
      const now = clock.monotonic()
      return shortestOf(keys, (key) => Math.max(0, (refused.get(key) ?? 0) - now))
    },
    inFlight: (channelId) => channels.get(channelId)?.inFlight ?? 0,
    latencyOf: (channelId, model) => latencyOf(sumsOf(channelId, model)),
    failsAlways(channelId, model) {
      const { answers, failures, refusals } = sumsOf(channelId, model)
      return answers === 0 && failures + refusals > 0
    },
    begin(channelId, key, { userId, model }) {
      const memory = memoryOf(channelId)
      const pair = findPair(memory, model, key)
      memory.usedKeys.set(key, clock.now())
      return createVisit(clock, { memory, pair, model, key, userId }, publish)
    },
    nextTurn: (channelId) => memoryOf(channelId).turns++,
    isKeyRefused(channelId, key) {
      const until = channels.get(channelId)?.refusedKeys.get(key)
      return until !== undefined && clock.monotonic() < until
    },
    isAnsweredSince: (channelId, key, since) =>
      (channels.get(channelId)?.answeredAt.get(key) ?? Number.NEGATIVE_INFINITY) >= since,
    noteError(channelId, { text, reason }) {
      memoryOf(channelId).lastError = { text: text.slice(0, errorTextMax), reason, at: clock.now() }
    },
    keyUsesOf: (channelId) => channels.get(channelId)?.usedKeys ?? new Map(),
    takeKeyUses() {
      const taken = [...channels.values()].flatMap(({ id, usedKeys }) =>
        [...usedKeys].map(([key, usedAt]) => ({ channelId: id, key, usedAt })),
      )
      for (const { usedKeys } of channels.values()) usedKeys.clear()
      return taken
    },
    mayForget(channelId) {
      const memory = channels.get(channelId)
      if (!memory) return false
      const { mayRest, inFlight, refusedKeys, lastError } = memory
      return mayRest || inFlight > 0 || refusedKeys.size > 0 || lastError !== null
    },
    forget(channelId) {
      const memory = channels.get(channelId)
      if (!memory) return
      pairCount -= memory.pairCount
      Object.assign(memory, { whole: createBreaker(), pairCount: 0, failing: undefined, mayRest: false })
      memory.models.clear()
      memory.refusedKeys.clear()
    },
    learn(change) {
      const memory = memoryOf(change.channelId)
      const { model, key } = change
      const now = clock.monotonic()
      if (change.kind === 'refused') {
        if (key !== null) memory.refusedKeys.set(key, now + Math.min(change.ms, keyRefusedMs))
        return
      }
      const pair = model === null || key === null ? null : findPair(memory, model, key)
      if (change.kind === 'limited') {
        if (pair) pair.limit.usedUpUntil = now + Math.min(change.ms, limitMsMax)
        memory.mayRest = true
        return
      }
      const breaker = pair?.breaker ?? memory.whole
      if (change.kind === 'rest') {
        breaker.rest(now, change.rest)
        memory.mayRest = true
      } else breaker.back(now)
    },
    reports: () => [...channels.values()].map(reportOf).filter(hasNews),
  }

  function reportOf(memory: ChannelMemory): ChannelHealthReport {
    const now = clock.monotonic()
    const { whole, lastError, inFlight } = memory
    const sums = noSums()
    const pairs = [...memory.models].flatMap(([model, keys]) =>
      [...keys].map(([key, pair]) => buildPairReport(model, key, pair, now)),
    )
    for (const pair of pairs) addSums(sums, pair)
    const worst = [
      whole,
      ...[...memory.models.values()].flatMap((keys) => [...keys.values()].map(({ breaker }) => breaker)),
    ].sort((a, b) => restOf(b, now) - restOf(a, now) || b.failures - a.failures)[0]
    const breaker = worst ?? whole
    return {
      channelId: memory.id,
      failures: breaker.failures,
      restsForMs: Math.ceil(restOf(breaker, now)),
      state: breaker.stateAt(now),
      cause: breaker.cause,
      refusedKeys: [...memory.refusedKeys.values()].filter((until) => until > now - refusalShownMs).length,
      lastError,
      lastErrorAt: lastError?.at ?? 0,
      inFlight,
      sums,
      pairs,
    }
  }
}

/** The shortest time of several items; 0 as soon as one has none. Infinite where there is no item. */
export function shortestOf<T>(items: readonly T[], msOf: (item: T) => number): number {
  let shortest = Number.POSITIVE_INFINITY
  for (const item of items) {
    const ms = msOf(item)
    if (ms === 0) return 0
    shortest = Math.min(shortest, ms)
  }
  return shortest
}

const restOf = (breaker: Breaker, now: number): number => breaker.restAt(now)?.ms ?? 0

const buildPairReport = (model: string, key: string, { breaker, limit }: KeyModelHealth, now: number): PairReport => ({
  model,
  key,
  state: breaker.stateAt(now),
  restsForMs: Math.ceil(restOf(breaker, now)),
  cause: breaker.cause,
  restsForUser: breaker.restAt(now)?.userId ?? null,
  limitedForMs: Math.ceil(limitedForMs(limit, now, 1)),
  ...breaker.window.sums(now),
})

const hasNews = ({ failures, lastErrorAt, refusedKeys, inFlight, sums, state }: ChannelHealthReport): boolean =>
  failures + lastErrorAt + refusedKeys + inFlight + sums.calls > 0 || state !== 'closed'
