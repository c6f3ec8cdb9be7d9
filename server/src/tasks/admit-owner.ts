import type { Caller } from '../relay/call/caller.ts'
import { refuseAddress } from '../relay/call/refuse-address.ts'
import type { RelayCall } from '../relay/call/relay-call.ts'
import { authenticate } from '../relay/entry/authenticate.ts'
import { authenticatePerson } from '../relay/entry/playground.ts'
import type { RelayTools } from '../relay/relay-tools.ts'

/**
 * Identifies the owner of the tasks that a request asks for. Any key of the owner may read them, whatever its models,
 * and so may its session, on paths of the playground.
 * The request counts as one of the owner's running calls. Throws GatewayError.
 */
export async function admitOwner(tools: RelayTools, call: RelayCall, request: Request): Promise<Caller> {
  call.releases.push(tools.inflight.enter())
  const { dependencies, directory } = tools
  const { caller } = call.admitPerson
    ? await authenticatePerson(dependencies.db, call.admitPerson, request)
    : await authenticate(directory, call, dependencies.clock.now())
  refuseAddress(caller, call.clientAddress)
  call.releases.push(tools.inflight.enterUser(caller.userId))
  return caller
}
