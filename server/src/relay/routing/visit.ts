import type { FailureCause } from '@sluice/contract/failure-cause'
import type { Breaker, BreakerFailure } from '../../core/routing/breaker.ts'
import type { LimitsLeft } from '../../core/routing/limits-left.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Cell, type ChannelMemory, type HealthNews, keyRefusedMs, limitMsMax } from './channel-memory.ts'

/**
 * One call at a channel, from its beginning to the end of its answer. It has one result; later ones are ignored, except
 * that a key may be refused after the answer began.
 */
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
  /** The upstream refused the key, perhaps in the midst of a session. It is not used for a while. */
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

export const createVisit = (
  clock: Pick<Clock, 'monotonic'>,
  place: VisitPlace,
  publish: (news: HealthNews) => void,
): Visit => new VisitAtPlace(clock, place, publish)

/** A class, as every call has at least one: its methods are not created anew. */
class VisitAtPlace implements Visit {
  readonly #clock: Pick<Clock, 'monotonic'>
  readonly #place: VisitPlace
  readonly #publish: (news: HealthNews) => void
  readonly #startedAt: number
  readonly #probesWhole: boolean
  readonly #probesCell: boolean
  #hasResult = false
  #isOver = false
  #answeredAt: number

  constructor(clock: Pick<Clock, 'monotonic'>, place: VisitPlace, publish: (news: HealthNews) => void) {
    this.#clock = clock
    this.#place = place
    this.#publish = publish
    const startedAt = clock.monotonic()
    this.#startedAt = startedAt
    this.#answeredAt = startedAt
    const { whole } = place.memory
    const { breaker } = place.cell
    this.#probesWhole = whole.begin(startedAt)
    this.#probesCell = breaker.begin(startedAt)
    if (this.#probesWhole) this.#publishRest(whole, this.#ofWhole, startedAt)
    if (this.#probesCell) this.#publishRest(breaker, this.#ofCell, startedAt)
    place.memory.inFlight++
  }

  learnedNothing(): void {
    if (this.#hasResult) return
    this.#hasResult = true
    const now = this.#clock.monotonic()
    const { memory, cell } = this.#place
    if (this.#probesWhole) memory.whole.learnedNothing(now)
    if (this.#probesCell) cell.breaker.learnedNothing(now)
    this.#leave()
  }

  unmarked(cause: FailureCause): void {
    if (!this.#hasResult && cause !== 'caller')
      this.#place.cell.breaker.window.add(this.#clock.monotonic(), { refusals: 1 })
    this.learnedNothing()
  }

  notMade(): void {
    const { memory, cell } = this.#place
    if (!this.#hasResult)
      for (const { window } of [memory.whole, cell.breaker]) window.add(this.#startedAt, { calls: -1 })
    this.learnedNothing()
  }

  succeeded(): void {
    if (this.#hasResult) return
    this.#hasResult = true
    const now = this.#clock.monotonic()
    this.#answeredAt = now
    const { memory, cell, key } = this.#place
    memory.refusedKeys.delete(key)
    cell.breaker.window.add(now, { answers: 1, latencyMs: now - this.#startedAt })
    memory.failing = undefined
    if (memory.whole.succeeded(now)) this.#publish({ kind: 'back', ...this.#ofWhole })
    if (cell.breaker.succeeded(now)) this.#publish({ kind: 'back', ...this.#ofCell })
  }

  failed(failure: BreakerFailure): void {
    if (this.#hasResult) return
    this.#hasResult = true
    const now = this.#clock.monotonic()
    const { memory, cell } = this.#place
    const isReachable = failure.userId !== null
    memory.failing = isReachable && (memory.failing === undefined || memory.failing === cell) ? cell : null
    memory.mayRest = true
    // Neither key nor model keeps a host from being reached.
    if (!isReachable) cell.breaker.window.add(now, { failures: 1 })
    else if (cell.breaker.failed(now, failure)) this.#publishRest(cell.breaker, this.#ofCell, now)
    const concernsWhole = memory.failing === null || this.#probesWhole
    if (concernsWhole && memory.whole.failed(now, failure)) this.#publishRest(memory.whole, this.#ofWhole, now)
    if (!isReachable && this.#probesCell) cell.breaker.learnedNothing(now)
    this.#leave()
  }

  keyRefused(): void {
    if (this.#isOver) return
    const now = this.#clock.monotonic()
    const { memory, cell, key } = this.#place
    memory.refusedKeys.set(key, now + keyRefusedMs)
    cell.breaker.window.add(now, { refusals: 1 })
    this.#publish({ kind: 'refused', ...this.#ofCell, model: null, ms: keyRefusedMs })
    this.learnedNothing()
  }

  limits({ usedUpForMs = 0, tokensLeft, tokensResetMs }: LimitsLeft): void {
    const now = this.#clock.monotonic()
    const { memory, cell } = this.#place
    if (usedUpForMs > 0) {
      const ms = Math.min(usedUpForMs, limitMsMax)
      cell.limit.usedUpUntil = now + ms
      memory.mayRest = true
      this.#publish({ kind: 'limited', ...this.#ofCell, ms })
    }
    if (tokensLeft === undefined || tokensResetMs === undefined) return
    cell.limit.tokensLeft = tokensLeft
    cell.limit.tokensUntil = now + Math.min(tokensResetMs, limitMsMax)
    memory.mayRest = true
  }

  ended(tokens = 0): void {
    this.learnedNothing()
    if (this.#isOver) return
    const now = this.#clock.monotonic()
    const tokenMs = now - this.#answeredAt
    if (tokens > 0 && tokenMs >= tokenMsMin) this.#place.cell.breaker.window.add(now, { tokens, tokenMs })
    this.#leave()
  }

  get #ofWhole() {
    return { channelId: this.#place.memory.id, model: null, key: null }
  }

  get #ofCell() {
    const { memory, model, key } = this.#place
    return { channelId: memory.id, model, key }
  }

  #publishRest(breaker: Breaker, at: Pick<HealthNews, 'channelId' | 'model' | 'key'>, now: number): void {
    const rest = breaker.restAt(now)
    if (rest) this.#publish({ kind: 'rest', ...at, rest })
  }

  #leave(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#place.memory.inFlight--
  }
}
