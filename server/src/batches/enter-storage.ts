import { GatewayError } from '../core/errors.ts'
import { createDeadline } from '../platform/deadline.ts'
import { refuseAddress } from '../relay/call/refuse-address.ts'
import type { RelayCall } from '../relay/call/relay-call.ts'
import type { Authenticated } from '../relay/entry/authenticate.ts'
import { enterByKey } from '../relay/entry/enter-by-key.ts'
import type { RelayTools } from '../relay/relay-tools.ts'

/**
 * Authenticates a call about stored objects, within limits. The call ends when its client disconnects, and after
 * `RELAY_TIMEOUT` seconds. Throws GatewayError.
 */
export async function enterStorage(tools: RelayTools, call: RelayCall, request: Request): Promise<Authenticated> {
  const { clock, config } = tools.dependencies
  call.releases.push(() => call.limits.end(), tools.inflight.enter())
  const entered = await enterByKey(tools, call)
  refuseAddress(entered.caller, call.clientAddress)
  const onGone = () => call.abort.abort(new GatewayError('client_closed_request'))
  request.signal.addEventListener('abort', onGone)
  const deadline = createDeadline(clock, () => call.abort.abort(new GatewayError('upstream_timeout')))
  deadline.set(config.RELAY_TIMEOUT * 1_000)
  call.releases.push(() => deadline.clear())
  return entered
}
