import { GatewayError } from '../../core/errors.ts'
import { buildInterruptionFrame } from '../../protocols/openai-responses/errors.ts'
import { responsesFormat } from '../../protocols/openai-responses/format.ts'
import type { RelayCall } from '../call/relay-call.ts'
import { ownRefusal } from './build-client-error.ts'

const encoder = new TextEncoder()

/**
 * The frame that ends the client's stream of an answer that goes on, with the way to resume it. It repeats the number
 * of the last event, so that a client which resumes after it misses none. `next`: the number after that; 0 = no event.
 */
export function buildInterruption(call: Pick<RelayCall, 'id' | 'headers'>, id: string, next: number): Uint8Array {
  const after = next > 0 ? `&starting_after=${next - 1}` : ''
  const path = `/v1/responses/${encodeURIComponent(id)}?stream=true${after}`
  const error = new GatewayError('answer_goes_on', { path })
  const refusal = ownRefusal(error, { ...call, format: responsesFormat })
  return encoder.encode(buildInterruptionFrame(refusal.error, Math.max(0, next - 1), error.code))
}
