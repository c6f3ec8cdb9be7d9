import { GatewayError } from '../core/errors.ts'
import type { Clock } from '../platform/clock.ts'
import { createDeadline, type Deadline } from '../platform/deadline.ts'
import type { RelayCall } from './call/relay-call.ts'

/** Below the 75 s after which the server closes an idle connection. */
const serverTimeoutNearMs = 50_000

/**
 * The time limit of a whole call. The server's limit on idle connections is lifted only for calls that live long enough
 * to reach it, because lifting it costs as much as a small call.
 */
export class CallDeadline {
  readonly #call: RelayCall
  readonly #liftServerTimeout: () => void
  readonly #deadline: Deadline
  #leftMs = 0
  #reasonAtEnd: () => GatewayError = () => new GatewayError('upstream_timeout')

  constructor(clock: Clock, call: RelayCall, liftServerTimeout: () => void) {
    this.#call = call
    this.#liftServerTimeout = liftServerTimeout
    this.#deadline = createDeadline(clock, () => this.#expire())
  }

  set(seconds: number, reasonAtEnd: () => GatewayError): void {
    this.#reasonAtEnd = reasonAtEnd
    const ms = seconds * 1_000
    const first = Math.min(ms, serverTimeoutNearMs)
    this.#leftMs = ms - first
    this.#deadline.set(first)
  }

  clear(): void {
    this.#deadline.clear()
  }

  #expire(): void {
    if (this.#leftMs <= 0) {
      this.#call.abort.abort(this.#reasonAtEnd())
      return
    }
    this.#liftServerTimeout()
    this.#deadline.set(this.#leftMs)
    this.#leftMs = 0
  }
}
