import type { FailureCause } from '@sluice/contract/failure-cause'
import { type Breaker, type BreakerState, createBreaker } from '../../core/routing/breaker.ts'
import { addSums, noSums, type WindowSums } from '../../core/routing/rolling-window.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import { type ChannelMemory, type HealthNews, keyRefusedMs, newMemory } from './channel-memory.ts'
import { createVisit, type Visit } from './visit.ts'

/** The account and the model of a call. */
export interface Asked {
  userId: number
  model: string
}

export type HealthChannel = Pick<ChannelState, 'id' | 'keys'>

/**
 * What this node knows of its channels, by key and model: the calls of the last minute, breakers that let failing ones rest
 * for a while, and keys that an upstream refused. Bounded, in memory; a restart clears it.
 */
export interface ChannelHealth {
  /** Milliseconds for which the channel, or each of its keys for the model, rests for this account; 0 = it takes calls. */
  restsForMs(channel: HealthChannel, asked: Asked): number
  keyRestsForMs(channelId: number, key: string, asked: Asked): number
  /** A call starts there now. After a rest only one may probe whether the channel is back. */
  begin(channelId: number, key: string, asked: Asked): Visit
  /** Counts up from 0 for each channel, to take several keys in turn. */
  nextTurn(channelId: number): number
  isKeyRefused(channelId: number, key: string): boolean
  /** The last failure, without keys. */
  noteError(channelId: number, message: string): void
  /** Takes over what another node found out. */
  learn(news: HealthNews): void
  /** The channels with something to report. */
  reports(): ChannelHealthReport[]
}

interface CellReport extends WindowSums {
  model: string
  /** Place of the key in the channel's memory, in the order of first use. */
  key: string
  state: BreakerState
  restsForMs: number
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
  refusedKeys: number
  lastError: string
  /** Milliseconds of the wall clock; 0 = none. */
  lastErrorAt: number
  inFlight: number
  /** Of all models and keys within a minute. */
  sums: WindowSums
  cells: CellReport[]
}

const errorTextMax = 500
const channelsMax = 5_000
/** Pairs of key and model: of one channel, and of all. */
const cellsOfChannelMax = 1_000
const cellsMax = 50_000

/** `tell` hears what other nodes should know. */
export function createChannelHealth(
  clock: Pick<Clock, 'now' | 'monotonic'>,
  tell: (news: HealthNews) => void = () => {},
): ChannelHealth {
  /** The channel that was used longest ago comes first. */
  const channels = new Map<number, ChannelMemory>()
  let cellCount = 0

  function memoryOf(id: number): ChannelMemory {
    const memory = channels.get(id) ?? newMemory(id)
    channels.delete(id)
    channels.set(id, memory)
    while (channels.size > channelsMax || (cellCount > cellsMax && channels.size > 1)) forgetOldest()
    return memory
  }

  function forgetOldest(): void {
    const [oldest] = channels.values()
    if (!oldest) return
    channels.delete(oldest.id)
    cellCount -= oldest.cellCount
  }

  function cellOf(memory: ChannelMemory, model: string, key: string): Breaker {
    const known = memory.models.get(model)?.get(key)
    if (known) return known
    if (memory.cellCount >= cellsOfChannelMax) forgetOldestModel(memory)
    const keys = memory.models.get(model) ?? new Map<string, Breaker>()
    const cell = createBreaker()
    memory.models.set(model, keys.set(key, cell))
    memory.cellCount++
    cellCount++
    return cell
  }

  function forgetOldestModel(memory: ChannelMemory): void {
    const [oldest] = memory.models
    if (!oldest) return
    memory.models.delete(oldest[0])
    memory.cellCount -= oldest[1].size
    cellCount -= oldest[1].size
  }

  return {
    restsForMs({ id, keys }, { userId, model }) {
      const memory = channels.get(id)
      if (!memory?.mayRest) return 0
      const now = clock.monotonic()
      const whole = memory.whole.restsForMs(now, userId)
      const cells = memory.models.get(model)
      if (whole > 0 || !cells || keys.length === 0) return whole
      let shortest = Number.POSITIVE_INFINITY
      for (const key of keys) {
        const rest = cells.get(key)?.restsForMs(now, userId) ?? 0
        if (rest === 0) return 0
        shortest = Math.min(shortest, rest)
      }
      return shortest
    },
    keyRestsForMs(channelId, key, { userId, model }) {
      const memory = channels.get(channelId)
      if (!memory?.mayRest) return 0
      return memory.models.get(model)?.get(key)?.restsForMs(clock.monotonic(), userId) ?? 0
    },
    begin(channelId, key, { model }) {
      const memory = memoryOf(channelId)
      const cell = cellOf(memory, model, key)
      return createVisit(clock, { memory, cell, model, key }, tell)
    },
    nextTurn: (channelId) => memoryOf(channelId).turns++,
    isKeyRefused(channelId, key) {
      const until = channels.get(channelId)?.refusedKeys.get(key)
      return until !== undefined && clock.monotonic() < until
    },
    noteError(channelId, message) {
      memoryOf(channelId).lastError = { text: message.slice(0, errorTextMax), at: clock.now() }
    },
    learn(news) {
      const memory = memoryOf(news.channelId)
      const { model, key } = news
      const now = clock.monotonic()
      if (news.kind === 'refused') {
        if (key !== null) memory.refusedKeys.set(key, now + Math.min(news.ms, keyRefusedMs))
        return
      }
      const breaker = model === null || key === null ? memory.whole : cellOf(memory, model, key)
      if (news.kind === 'rest') {
        breaker.rest(now, news.rest)
        memory.mayRest = true
      } else breaker.succeeded(now)
    },
    reports: () => [...channels.values()].map(reportOf).filter(hasNews),
  }

  function reportOf(memory: ChannelMemory): ChannelHealthReport {
    const now = clock.monotonic()
    const { whole, lastError, inFlight } = memory
    const sums = noSums()
    const cells = [...memory.models].flatMap(([model, keys]) =>
      [...keys].map(([key, cell]) => cellReportOf(model, key, cell, now)),
    )
    for (const cell of cells) addSums(sums, cell)
    const worst = [whole, ...[...memory.models.values()].flatMap((keys) => [...keys.values()])].sort(
      (a, b) => restOf(b, now) - restOf(a, now) || b.failures - a.failures,
    )[0]
    const breaker = worst ?? whole
    return {
      channelId: memory.id,
      failures: breaker.failures,
      restsForMs: Math.ceil(restOf(breaker, now)),
      state: breaker.stateAt(now),
      cause: breaker.cause,
      refusedKeys: [...memory.refusedKeys.values()].filter((until) => until > now).length,
      ...{ lastError: lastError?.text ?? '', lastErrorAt: lastError?.at ?? 0 },
      ...{ inFlight, sums, cells },
    }
  }
}

const restOf = (breaker: Breaker, now: number): number => breaker.restAt(now)?.ms ?? 0

const cellReportOf = (model: string, key: string, cell: Breaker, now: number): CellReport => ({
  ...{ model, key, state: cell.stateAt(now), restsForMs: Math.ceil(restOf(cell, now)), cause: cell.cause },
  ...cell.window.sums(now),
})

const hasNews = ({
  failures,
  lastErrorAt,
  refusedKeys,
  inFlight,
  sums,
  state,
}: ChannelHealthReport): boolean =>
  failures + lastErrorAt + refusedKeys + inFlight + sums.calls > 0 || state !== 'closed'
