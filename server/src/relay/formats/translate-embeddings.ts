import type { JsonRecord } from '@sluice/contract/read-json'
import { GatewayError } from '../../core/errors.ts'
import { inputTotal, type Usage } from '../../core/usage/usage.ts'
import type { AdmittedCall, Attempt } from '../call/relay-call.ts'

/** The fields in which clients state the purpose of the vectors. */
const purposeFields: ReadonlySet<string> = new Set(['input_type', 'taskType', 'task_type'])

/** A call for embeddings as a body in the upstream's format. Throws GatewayError of the caller. */
export function translateEmbeddings(call: AdmittedCall, attempt: Attempt): JsonRecord {
  const { calls, wire } = sidesOf(call, attempt)
  const { request, unread } = calls.parse(call.request.body)
  call.neutral.dropped = wire.takesPurpose ? unread.filter((name) => !purposeFields.has(name)) : unread
  return wire.build(request, attempt.upstreamModel)
}

/** The answer in the client's format. */
export function translateEmbeddingAnswer(
  call: AdmittedCall,
  attempt: Attempt,
  answer: JsonRecord,
  usage: Usage,
): JsonRecord {
  const { calls, wire } = sidesOf(call, attempt)
  const { body, model } = call.request
  return calls.buildAnswer(wire.parse(answer), { body, model, inputTokens: inputTotal(usage) })
}

/** A provider that lists embeddings but has a format without them is a fault in the provider's definition. */
function sidesOf({ format }: AdmittedCall, { format: upstream, provider }: Attempt) {
  const { embeddingCalls: calls } = format
  const { embeddings: wire } = upstream
  if (calls && wire) return { calls, wire }
  const detail = `no embeddings between ${format.id} and ${upstream.id} of ${provider.id}`
  throw new GatewayError('channel_misconfigured', {}, { detail })
}
