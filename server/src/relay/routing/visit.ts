import type { FailureCause } from '@sluice/contract/failure-cause'
import type { Breaker, BreakerFailure } from '../../core/routing/breaker.ts'
import type { LimitsLeft } from '../../core/routing/limits-left.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Cell, type ChannelMemory, type HealthNews, keyRefusedMs, limitMsMax } from './channel-memory.ts'

/** One call at a channel, from its beginning to the end of its answer. It has one result; later ones are ignored. */
export interface Visit {
  /** The answer began. Until `ended` it counts as in flight at the channel. */
  succeeded(): void
  /**
   * A failure of the upstream itself. While consecutive failures come from one account, the channel rests for that
   * account alone, because its requests may be the cause; while they come from one key and model, that pair alone
   * rests.
   */
  failed(failure: BreakerFailure): void
  /** The call proved nothing about the channel: the next one may probe it. */
  learnedNothing(): void
  /** The attempt failed without a mark for the channel. What the caller did not cause counts as a refusal. */
  unmarked(cause: FailureCause): void
  /** No attempt was made, for example because the channel has no room for the call. */
  notMade(): void
  /** The upstream refused the key. It is not used for a while. */
  keyRefused(): void
  /** The upstream's limits, by the headers of its answer. May be called at any time. */
  limits(rest: LimitsLeft): void
  /** The answer is over. `tokens` = its length, where it is known. */
  ended(tokens?: number): void
}

export interface VisitPlace {
  memory: ChannelMemory
  /** That of `key` and `model`. */
  cell: Cell
  model: string
  key: string
}

/** A shorter answer measures the network rather than the upstream. */
const tokenMsMin = 50

export function createVisit(
  clock: Pick<Clock, 'monotonic'>,
  { memory, cell: place, model, key }: VisitPlace,
  publish: (news: HealthNews) => void,
): Visit {
  const { whole, id: channelId } = memory
  const { breaker: cell, limit } = place
  const ofWhole = { channelId, model: null, key: null }
  const ofCell = { channelId, model, key }
  const startedAt = clock.monotonic()
  const probesWhole = whole.begin(startedAt)
  const probesCell = cell.begin(startedAt)
  if (probesWhole) publishRest(whole, ofWhole, startedAt)
  if (probesCell) publishRest(cell, ofCell, startedAt)
  memory.inFlight++
  let hasResult = false
  let isOver = false
  let answeredAt = startedAt

  function publishRest(breaker: Breaker, at: Pick<HealthNews, 'channelId' | 'model' | 'key'>, now: number): void {
    const rest = breaker.restAt(now)
    if (rest) publish({ kind: 'rest', ...at, rest })
  }

  function leave(): void {
    if (isOver) return
    isOver = true
    memory.inFlight--
  }

  function learnedNothing(): void {
    if (hasResult) return
    hasResult = true
    const now = clock.monotonic()
    if (probesWhole) whole.learnedNothing(now)
    if (probesCell) cell.learnedNothing(now)
    leave()
  }

  return {
    learnedNothing,
    unmarked(cause) {
      if (!hasResult && cause !== 'caller') cell.window.add(clock.monotonic(), { refusals: 1 })
      learnedNothing()
    },
    notMade() {
      if (!hasResult) for (const { window } of [whole, cell]) window.add(startedAt, { calls: -1 })
      learnedNothing()
    },
    succeeded() {
      if (hasResult) return
      hasResult = true
      answeredAt = clock.monotonic()
      memory.refusedKeys.delete(key)
      cell.window.add(answeredAt, { answers: 1, latencyMs: answeredAt - startedAt })
      memory.failing = undefined
      if (whole.succeeded(answeredAt)) publish({ kind: 'back', ...ofWhole })
      if (cell.succeeded(answeredAt)) publish({ kind: 'back', ...ofCell })
    },
    failed(failure) {
      if (hasResult) return
      hasResult = true
      const now = clock.monotonic()
      const isReachable = failure.userId !== null
      memory.failing = isReachable && (memory.failing === undefined || memory.failing === place) ? place : null
      memory.mayRest = true
      // Neither key nor model keeps a host from being reached.
      if (!isReachable) cell.window.add(now, { failures: 1 })
      else if (cell.failed(now, failure)) publishRest(cell, ofCell, now)
      const concernsWhole = memory.failing === null || probesWhole
      if (concernsWhole && whole.failed(now, failure)) publishRest(whole, ofWhole, now)
      if (!isReachable && probesCell) cell.learnedNothing(now)
      leave()
    },
    keyRefused() {
      if (hasResult) return
      const now = clock.monotonic()
      memory.refusedKeys.set(key, now + keyRefusedMs)
      cell.window.add(now, { refusals: 1 })
      publish({ kind: 'refused', ...ofCell, model: null, ms: keyRefusedMs })
      learnedNothing()
    },
    limits({ usedUpForMs = 0, tokensLeft, tokensResetMs }) {
      const now = clock.monotonic()
      if (usedUpForMs > 0) {
        const ms = Math.min(usedUpForMs, limitMsMax)
        limit.usedUpUntil = now + ms
        memory.mayRest = true
        publish({ kind: 'limited', ...ofCell, ms })
      }
      if (tokensLeft === undefined || tokensResetMs === undefined) return
      limit.tokensLeft = tokensLeft
      limit.tokensUntil = now + Math.min(tokensResetMs, limitMsMax)
      memory.mayRest = true
    },
    ended(tokens = 0) {
      learnedNothing()
      if (isOver) return
      const now = clock.monotonic()
      const tokenMs = now - answeredAt
      if (tokens > 0 && tokenMs >= tokenMsMin) cell.window.add(now, { tokens, tokenMs })
      leave()
    },
  }
}
