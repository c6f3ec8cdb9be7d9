import type { Logger } from 'pino'
import { describeError } from '../platform/log.ts'
import { gatewayErrorOf } from './store-error.ts'

/**
 * Logs why a request failed if the gateway is the cause. Only a defect is an error with its stack. A restart, an
 * overload or an outage of the database ends many requests at once: each is a warning of one line.
 */
export function logFailure(
  log: Pick<Logger, 'warn' | 'error'>,
  { requestId, cause }: { requestId: string; cause: unknown },
  what: string,
): void {
  const error = gatewayErrorOf(cause)
  if (error.owner !== 'gateway') return
  if (error.code === 'internal_error') {
    log.error({ requestId, error: describeError(cause) }, what)
    return
  }
  const reason = error.cause instanceof Error ? error.cause.message : error.detail
  log.warn({ requestId, code: error.code, ...(reason !== undefined && { reason }) }, what)
}
