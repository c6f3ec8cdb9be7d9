import { GatewayError } from '../../core/errors.ts'
import { createDeadline } from '../../platform/deadline.ts'
import type { Services } from '../../services.ts'
import type { RelayCall } from './relay-call.ts'

/** The call ends when its client disconnects, and after `RELAY_TIMEOUT` seconds. */
export function endWithClient(
  { clock, config }: Services<'clock' | 'config'>,
  call: Pick<RelayCall, 'abort' | 'releases'>,
  request: Request,
): void {
  request.signal.addEventListener('abort', () => call.abort.abort(new GatewayError('client_closed_request')))
  const deadline = createDeadline(clock, () => call.abort.abort(new GatewayError('upstream_timeout')))
  deadline.set(config.RELAY_TIMEOUT * 1_000)
  call.releases.push(() => deadline.clear())
}
