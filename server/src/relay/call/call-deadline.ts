import { GatewayError } from '../../core/errors.ts'
import type { Clock } from '../../platform/clock.ts'
import { createDeadline } from './deadline.ts'
import type { RelayCall } from './relay-call.ts'

/** Below the 75 s after which the server closes an idle connection. */
const serverTimeoutNearMs = 50_000

/**
 * The time limit of a whole call. The server's limit on idle connections is lifted only for calls that live long enough
 * to reach it, because lifting it costs as much as a small call.
 */
export function createCallDeadline(clock: Clock, call: RelayCall, liftServerTimeout: () => void) {
  let left = 0
  let reasonOf = (): GatewayError => new GatewayError('upstream_timeout')
  const deadline = createDeadline(clock, () => {
    if (left <= 0) return call.abort.abort(reasonOf())
    liftServerTimeout()
    deadline.set(left)
    left = 0
  })
  return {
    clear: () => deadline.clear(),
    set(seconds: number, reasonAtEnd: () => GatewayError) {
      reasonOf = reasonAtEnd
      const ms = seconds * 1_000
      const first = Math.min(ms, serverTimeoutNearMs)
      left = ms - first
      deadline.set(first)
    },
  }
}
