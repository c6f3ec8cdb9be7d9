import { makeReason } from '@sluice/contract/error-reasons'
import { GatewayError } from './errors.ts'

/** Waits of at least this many seconds are given in minutes, rounded up. */
const minutesFrom = 120

/** The error of a caller that may ask again after `retryAfterSeconds`: its sentence says so, as `Retry-After` does. */
export function tooManyRequests(retryAfterSeconds: number): GatewayError {
  const seconds = Math.ceil(retryAfterSeconds)
  const wait =
    seconds < minutesFrom
      ? makeReason('waitSeconds', { seconds })
      : makeReason('waitMinutes', { minutes: Math.ceil(seconds / 60) })
  return new GatewayError('rate_limit_exceeded', { wait }, { retryAfterSeconds })
}
