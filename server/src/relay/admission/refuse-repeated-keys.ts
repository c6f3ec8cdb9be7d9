import { invalidRequest } from '../../core/invalid-request.ts'
import { findRepeatedKey } from '../../core/json/repeated-key.ts'
import { finishAtOnce } from '../../platform/in-turns.ts'
import type { Services } from '../../services.ts'
import { finishFor, isLarge } from '../call/large-body.ts'
import type { RelayCall } from '../call/relay-call.ts'

/**
 * Refuses a body with a key that an object inside it has twice, where prompts are screened: an upstream may read the
 * other value. Throws GatewayError; a promise only for a large body.
 */
export function refuseRepeatedKeys(
  { dependencies: { state } }: { dependencies: Services<'state'> },
  call: Pick<RelayCall, 'abort'>,
  bytes: Uint8Array,
): void | Promise<void> {
  const { options } = state.current()
  if (!options.CheckSensitiveEnabled || !options.CheckSensitiveOnPromptEnabled || options.SensitiveWords.length === 0)
    return
  const steps = findRepeatedKey(bytes)
  if (isLarge(bytes)) return finishFor(call, steps).then(refuseRepeated)
  refuseRepeated(finishAtOnce(steps))
}

function refuseRepeated(key: string | null): void {
  if (key !== null) throw invalidRequest('fieldTwice', { key: key.slice(0, 64) })
}
