import type { FailureCause } from '@sluice/contract/failure-cause'
import type { Breaker, BreakerFailure } from '../../core/routing/breaker.ts'
import type { LimitsLeft } from '../../core/routing/limits-left.ts'
import type { Clock } from '../../platform/clock.ts'
import {
  type ChannelMemory,
  type HealthChange,
  type KeyModelHealth,
  keyRefusedMs,
  limitMsMax,
} from './channel-memory.ts'

/**
 * One call at a channel, from its beginning to the end of its answer. It has one result; later ones are ignored, except
 * that a key may be refused after the answer began.
 */
export interface Visit {
  /** The answer began. Until `ended` it counts as in flight at the channel. */
  succeeded(): void
  /**
   * A failure of the upstream itself. While its requests may be the cause, the channel rests for the account alone;
   * while consecutive failures come from one key and model, that pair alone rests.
   */
  failed(failure: BreakerFailure): void
  /** The answer began and then could not be used to its end. It rests nothing: its beginning was fine. */
  broke(): void
  /** The call proved nothing about the channel: the next one may probe it. */
  inconclusive(): void
  /** The attempt failed without a mark for the channel. What the caller did not cause counts as a refusal. */
  failedUnattributed(cause: FailureCause): void
  /** No attempt was made, for example because the channel has no room for the call. */
  cancelled(): void
  /** The upstream refused the key, perhaps in the midst of a session. It is not used for a while. */
  keyRefused(): void
  /** The upstream's limits, by the headers of its answer. May be called at any time. */
  limits(rest: LimitsLeft): void
  /** The answer is over. `tokens` = its length, where it is known. */
  ended(tokens?: number): void
}

export interface VisitSubject {
  memory: ChannelMemory
  /** That of `key` and `model`. */
  pair: KeyModelHealth
  model: string
  key: string
  userId: number
}

/** A shorter answer measures the network rather than the upstream. */
const tokenMsMin = 50

export const createVisit = (
  clock: Pick<Clock, 'monotonic'>,
  subject: VisitSubject,
  publish: (change: HealthChange) => void,
): Visit => new ChannelVisit(clock, subject, publish)

/** A class, so that methods are not allocated for each call. */
class ChannelVisit implements Visit {
  readonly #clock: Pick<Clock, 'monotonic'>
  readonly #subject: VisitSubject
  readonly #publish: (change: HealthChange) => void
  readonly #startedAt: number
  readonly #whole: Breaker
  readonly #probesWhole: boolean
  readonly #probesPair: boolean
  #hasResult = false
  #isOver = false
  #answeredAt: number

  constructor(clock: Pick<Clock, 'monotonic'>, subject: VisitSubject, publish: (change: HealthChange) => void) {
    this.#clock = clock
    this.#subject = subject
    this.#publish = publish
    const startedAt = clock.monotonic()
    this.#startedAt = startedAt
    this.#answeredAt = startedAt
    const { whole } = subject.memory
    this.#whole = whole
    const { breaker } = subject.pair
    this.#probesWhole = whole.begin(startedAt, subject.userId)
    this.#probesPair = breaker.begin(startedAt, subject.userId)
    if (this.#probesWhole) this.#publishRest(whole, this.#ofWhole, startedAt)
    if (this.#probesPair) this.#publishRest(breaker, this.#ofPair, startedAt)
    subject.memory.inFlight++
  }

  inconclusive(): void {
    if (this.#hasResult) return
    this.#hasResult = true
    const now = this.#clock.monotonic()
    const { pair, userId } = this.#subject
    if (this.#probesWhole) this.#whole.inconclusive(now, userId)
    if (this.#probesPair) pair.breaker.inconclusive(now, userId)
    this.#leave()
  }

  failedUnattributed(cause: FailureCause): void {
    if (!this.#hasResult && cause !== 'caller')
      this.#subject.pair.breaker.window.add(this.#clock.monotonic(), { refusals: 1 })
    this.inconclusive()
  }

  cancelled(): void {
    const { memory, pair } = this.#subject
    if (!this.#hasResult)
      for (const { window } of [memory.whole, pair.breaker]) window.add(this.#startedAt, { calls: -1 })
    this.inconclusive()
  }

  succeeded(): void {
    if (this.#hasResult) return
    this.#hasResult = true
    const now = this.#clock.monotonic()
    this.#answeredAt = now
    const { memory, pair, key, userId } = this.#subject
    memory.refusedKeys.delete(key)
    memory.answeredAt.set(key, now)
    pair.breaker.window.add(now, { answers: 1, latencyMs: now - this.#startedAt })
    memory.failing = undefined
    if (this.#whole.succeeded(now, userId)) this.#publish({ kind: 'back', ...this.#ofWhole })
    if (pair.breaker.succeeded(now, userId)) this.#publish({ kind: 'back', ...this.#ofPair })
  }

  failed(failure: BreakerFailure): void {
    if (this.#isOutdated) this.inconclusive()
    if (this.#hasResult) return
    this.#hasResult = true
    const now = this.#clock.monotonic()
    const { memory, pair, userId } = this.#subject
    if (failure.cause === 'broken') pair.breaker.window.add(now, { broken: 1 })
    const isReachable = failure.userId !== null
    memory.failing = isReachable && (memory.failing === undefined || memory.failing === pair) ? pair : null
    memory.mayRest = true
    // Neither key nor model keeps a host from being reached.
    if (!isReachable) pair.breaker.window.add(now, { failures: 1 })
    else if (pair.breaker.failed(now, failure)) this.#publishRest(pair.breaker, this.#ofPair, now)
    const concernsWhole = memory.failing === null || this.#probesWhole
    if (concernsWhole && memory.whole.failed(now, failure)) this.#publishRest(memory.whole, this.#ofWhole, now)
    if (!isReachable && this.#probesPair) pair.breaker.inconclusive(now, userId)
    this.#leave()
  }

  broke(): void {
    if (!this.#isOver) this.#subject.pair.breaker.window.add(this.#clock.monotonic(), { broken: 1 })
  }

  keyRefused(): void {
    if (this.#isOutdated) this.inconclusive()
    if (this.#isOver || this.#isOutdated) return
    const now = this.#clock.monotonic()
    const { memory, pair, key } = this.#subject
    memory.refusedKeys.set(key, now + keyRefusedMs)
    pair.breaker.window.add(now, { refusals: 1 })
    this.#publish({ kind: 'refused', ...this.#ofPair, model: null, ms: keyRefusedMs })
    this.inconclusive()
  }

  limits({ usedUpForMs = 0, tokensLeft, tokensResetMs }: LimitsLeft): void {
    if (this.#isOutdated) return
    const now = this.#clock.monotonic()
    const { memory, pair } = this.#subject
    if (usedUpForMs > 0) {
      const ms = Math.min(usedUpForMs, limitMsMax)
      pair.limit.usedUpUntil = now + ms
      memory.mayRest = true
      this.#publish({ kind: 'limited', ...this.#ofPair, ms })
    }
    if (tokensLeft === undefined || tokensResetMs === undefined) return
    pair.limit.tokensLeft = tokensLeft
    pair.limit.tokensUntil = now + Math.min(tokensResetMs, limitMsMax)
    memory.mayRest = true
  }

  ended(tokens = 0): void {
    this.inconclusive()
    if (this.#isOver) return
    const now = this.#clock.monotonic()
    const tokenMs = now - this.#answeredAt
    if (tokens > 0 && tokenMs >= tokenMsMin) this.#subject.pair.breaker.window.add(now, { tokens, tokenMs })
    this.#leave()
  }

  /** The channel was repaired since the call began. */
  get #isOutdated(): boolean {
    return this.#subject.memory.whole !== this.#whole
  }

  get #ofWhole() {
    return { channelId: this.#subject.memory.id, model: null, key: null }
  }

  get #ofPair() {
    const { memory, model, key } = this.#subject
    return { channelId: memory.id, model, key }
  }

  #publishRest(breaker: Breaker, at: Pick<HealthChange, 'channelId' | 'model' | 'key'>, now: number): void {
    const rest = breaker.restAt(now)
    if (rest) this.#publish({ kind: 'rest', ...at, rest })
  }

  #leave(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#subject.memory.inFlight--
  }
}
