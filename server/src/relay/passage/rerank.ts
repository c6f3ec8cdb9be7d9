import { recordOf } from '@sluice/contract/read-json'
import { GatewayError } from '../../core/errors.ts'
import { inputTotal } from '../../core/usage/usage.ts'
import { buildCohereRanking } from '../../protocols/openai-media/rerank.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { encodeForHost } from './host-changes.ts'
import { otherFormat, readWhole, writeAnswer } from './other-format.ts'
import type { ClientAnswer, Passage, Way, WholeAnswer } from './passage.ts'
import { patched } from './patched.ts'
import { jsonType, sentBody } from './sent-body.ts'

/** A ranking by a provider with its own wire. */
export const rerank: Passage = {
  ...otherFormat,
  prepare(call, attempt) {
    const { calls, wire } = sidesOf(call, attempt)
    const { request, unread } = calls.parse(call.request.body)
    const { bytes, lost } = encodeForHost(call, attempt, wire.build(request, attempt.upstreamModel))
    return sentBody(bytes, jsonType, [...unread, ...lost])
  },
  answer(call, attempt, given, usage) {
    const { calls, wire } = sidesOf(call, attempt)
    const { body, model } = call.request
    const ranked = wire.parse(readWhole(given))
    const { units } = given.answer
    return answerRanking(call, given, calls.buildAnswer(ranked, { body, model, inputTokens: inputTotal(usage), units }))
  },
}

/** A ranking in the usual form, for a client that reads Cohere's. */
export const cohereRerank: Passage = {
  ...patched,
  rewritesAnswer: () => true,
  answer: (call, _attempt, given) => answerRanking(call, given, readWhole(given)),
}

const answerRanking = (
  call: AdmittedCall,
  given: WholeAnswer,
  ranking: unknown,
): ClientAnswer | Promise<ClientAnswer> =>
  writeAnswer(given, call.target.isCohere ? buildCohereRanking(recordOf(ranking), call.id) : ranking)

/** A provider that lists rankings but has a format without them is a fault in the provider's definition. */
function sidesOf({ format }: AdmittedCall, { format: upstream, provider }: Way) {
  const { rerankCalls: calls } = format
  const { rerank: wire } = upstream
  if (calls && wire) return { calls, wire }
  const detail = `no rankings between ${format.id} and ${upstream.id} of ${provider.id}`
  throw new GatewayError('channel_misconfigured', {}, { detail })
}
