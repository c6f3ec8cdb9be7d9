import type { CallSoFar, RelayCall } from '../call/relay-call.ts'
import { type Authenticated, authenticate } from './authenticate.ts'
import type { EntryTools } from './entry-tools.ts'

/**
 * The caller of an API key, within the limits on concurrent calls and on requests. Throws GatewayError; `soFar` gets
 * the caller as soon as the key is verified.
 */
export async function enterByKey(
  { dependencies: { clock, state }, directory, inflight }: EntryTools,
  call: RelayCall,
  soFar?: CallSoFar,
): Promise<Authenticated> {
  const known = authenticate(directory, call, clock.now())
  const authenticated = known instanceof Promise ? await known : known
  const { caller } = authenticated
  if (soFar) soFar.caller = caller
  call.releases.push(inflight.enterUser(caller.userId))
  const limited = call.limits.enter(caller, state.current().options)
  if (limited) await limited
  call.trail.identifiedAt = clock.monotonic()
  return authenticated
}
