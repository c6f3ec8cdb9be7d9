import { endWithClient } from '../relay/call/end-with-client.ts'
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
  call.releases.push(() => call.limits.end(), tools.inflight.enter())
  const entered = await enterByKey(tools, call)
  refuseAddress(entered.caller, call.clientAddress)
  endWithClient(tools.dependencies, call, request)
  return entered
}
