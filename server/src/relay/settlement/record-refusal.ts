import { gatewayErrorOf } from '../../store/store-error.ts'
import type { RelayDependencies } from '../call/dependencies.ts'
import type { CallSoFar, RelayCall } from '../call/relay-call.ts'
import { buildErrorRow } from './build-call-rows.ts'

/** Writes the error row of a call that was refused before its hold. No effect where its caller is unknown. */
export function recordRefusal(
  { clock, ledger }: RelayDependencies,
  call: RelayCall,
  { caller, model, group, isStream }: CallSoFar,
  cause: unknown,
): void {
  if (!caller || call.limits.isRepeated) return
  ledger.record(buildErrorRow(clock, call, { caller, model, group, isStream }, gatewayErrorOf(cause)))
}
