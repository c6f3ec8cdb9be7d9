import type { JsonRecord } from '@sluice/contract/read-json'
import { GatewayError } from '../../core/errors.ts'
import { inputTotal, type Usage } from '../../core/usage/usage.ts'
import type { AdmittedCall, Attempt } from '../call/relay-call.ts'

/** A call for a ranking as a body in the upstream's format. Throws GatewayError of the caller. */
export function translateRerank(call: AdmittedCall, attempt: Attempt): JsonRecord {
  const { calls, wire } = sidesOf(call, attempt)
  const { request, unread } = calls.parse(call.request.body)
  call.neutral.dropped = unread
  return wire.build(request, attempt.upstreamModel)
}

/** The answer in the client's format. */
export function translateRerankAnswer(
  call: AdmittedCall,
  attempt: Attempt,
  answer: JsonRecord,
  { usage, units }: { usage: Usage; units: number | undefined },
): JsonRecord {
  const { calls, wire } = sidesOf(call, attempt)
  const { body, model } = call.request
  return calls.buildAnswer(wire.parse(answer), { body, model, inputTokens: inputTotal(usage), units })
}

/** A provider that lists rankings but has a format without them is a fault in the provider's definition. */
function sidesOf({ format }: AdmittedCall, { format: upstream, provider }: Attempt) {
  const { rerankCalls: calls } = format
  const { rerank: wire } = upstream
  if (calls && wire) return { calls, wire }
  const detail = `no rankings between ${format.id} and ${upstream.id} of ${provider.id}`
  throw new GatewayError('channel_misconfigured', {}, { detail })
}
