import { makeReason } from '@sluice/contract/error-reasons'
import { recordOf } from '@sluice/contract/read-json'
import { createSoundMeter } from '../../core/audio/sound-meter.ts'
import { spokenTokens } from '../../core/billing/billable.ts'
import { responseEvents } from '../../core/chat/assemble.ts'
import { createAnswerIds, fitAnswerIds } from '../../core/chat/call-ids.ts'
import { restoreNames } from '../../core/chat/tool-names.ts'
import { GatewayError } from '../../core/errors.ts'
import { readExactJson } from '../../core/json/exact-json.ts'
import { patchJson } from '../../core/json/patch-json.ts'
import { scanJson } from '../../core/json/scan-json.ts'
import type { Usage } from '../../core/usage/usage.ts'
import { buildCohereRanking } from '../../protocols/openai-media/rerank.ts'
import type { WireAnswer } from '../../protocols/wire-format.ts'
import { answerHeadOf } from '../call/answer-head.ts'
import type { RelayDependencies } from '../call/dependencies.ts'
import type { AdmittedCall, Attempt } from '../call/relay-call.ts'
import { markResponse } from '../formats/opaque-state.ts'
import { countableOf } from '../formats/system-prompt.ts'
import { translateEmbeddingAnswer } from '../formats/translate-embeddings.ts'
import { translateRerankAnswer } from '../formats/translate-rerank.ts'
import type { AnswerScreen } from '../sensitive/screen.ts'
import { screenAnswer } from '../sensitive/screen-answer.ts'
import { buildErrorRow } from '../settlement/build-usage-row.ts'
import { meter } from '../settlement/meter.ts'
import { settleCall } from '../settlement/settle-call.ts'
import { framesAsArray } from '../streaming/array-stream.ts'
import { answerHeaders, streamHeaders } from './answer-headers.ts'

interface PlainAnswer {
  response: Response
  body: Uint8Array
  parsed: WireAnswer
}

/** A complete answer: settled first, then sent. */
export async function respondPlain(
  dependencies: RelayDependencies,
  call: AdmittedCall,
  attempt: Attempt,
  given: PlainAnswer,
): Promise<Response> {
  const { clock, tokenCounter } = dependencies
  const answer = call.screen ? await screened(dependencies, call, attempt, given, call.screen) : given
  const metered = await meter(call, 'complete', {
    reported: attempt.provider.reportsDummyUsage ? null : answer.parsed.usage,
    units: answer.parsed.units,
    countInput: () =>
      tokenCounter.countPrompt(countableOf(call, attempt.channel, attempt.format.id), call.request.model),
    countOutput: () => tokenCounter.countText(answer.parsed.text(), call.request.model),
    soundTokens: soundTokensOf(call, answer),
  })
  const isMisframed = call.request.isStream && call.target.operation === 'chat'
  const isPassed = attempt.format === call.format && !isMisframed && !call.target.isCohere
  const sent = isPassed ? null : translated(call, attempt, answer, metered.usage)
  const settled = await settleCall(clock, call, attempt, { ...metered, end: 'complete', firstFrameMs: null })
  if (settled === 'lost') throw recordLoss(dependencies, call, new GatewayError('reservation_lost'))
  const { status } = answer.response
  if (sent?.isStream) {
    const headers = streamHeaders(answer.response, call, attempt, clock.now())
    return new Response(sent.text, { status, headers })
  }
  const headers = answerHeaders(answer.response, call, attempt, clock.now())
  if (sent) return new Response(sent.text, { status, headers: { ...headers, 'content-type': 'application/json' } })
  return new Response(withClientModel(call, attempt, fittedAnswer(call, attempt, answer.body)), {
    status,
    headers,
  })
}

/** The seconds of audio in another content type; none where it is not charged by duration, or was JSON. */
function soundTokensOf({ chargesSound }: AdmittedCall, { response, body }: PlainAnswer): number | undefined {
  if (!chargesSound || body[0] === 0x7b) return undefined
  const meter = createSoundMeter(response.headers.get('content-type') ?? '')
  meter.push(body)
  return spokenTokens(meter.seconds())
}

/**
 * The answer with its words masked. An answer that must not be delivered throws `sensitive_words_detected`, and its
 * input is charged: nothing was delivered, but the upstream did the work.
 */
async function screened(
  dependencies: RelayDependencies,
  call: AdmittedCall,
  attempt: Attempt,
  answer: PlainAnswer,
  screen: AnswerScreen,
): Promise<PlainAnswer> {
  const { operation } = call.target
  if (operation !== 'chat' && operation !== 'completions') return answer
  const { clock, tokenCounter } = dependencies
  const { word, body } = await screenAnswer(answer.body, screen)
  if (word === null) return answer
  call.onWord(word)
  if (!screen.stops) return { ...answer, body }
  const metered = await meter(call, 'limit', {
    reported: null,
    countInput: () =>
      tokenCounter.countPrompt(countableOf(call, attempt.channel, attempt.format.id), call.request.model),
    countOutput: () => 0,
  })
  await settleCall(clock, call, attempt, { ...metered, end: 'limit', firstFrameMs: null })
  throw recordLoss(dependencies, call, new GatewayError('sensitive_words_detected', { what: makeReason('answer') }))
}

/** Writes the row of an answer that is withheld after its settlement, and returns its error. */
function recordLoss({ clock, ledger }: RelayDependencies, call: AdmittedCall, error: GatewayError): GatewayError {
  const { caller, group, request } = call
  ledger.record(buildErrorRow(clock, call, { caller, group, model: request.model, isStream: request.isStream }, error))
  return error
}

/** The answer in the client's format; as a stream if the client requested one and the upstream sent none. */
function translated(call: AdmittedCall, attempt: Attempt, { body, parsed: { units } }: PlainAnswer, usage: Usage) {
  const head = answerHeadOf(call)
  const wire = recordOf(readExactJson(new TextDecoder().decode(body)))
  if (call.target.operation === 'embeddings')
    return { isStream: false, text: JSON.stringify(translateEmbeddingAnswer(call, attempt, wire, usage)) }
  if (call.target.operation === 'rerank') {
    const isOwn = attempt.format === call.format
    const ranking = isOwn ? wire : recordOf(translateRerankAnswer(call, attempt, wire, { usage, units }))
    const answer = call.target.isCohere ? buildCohereRanking(ranking, call.id) : ranking
    return { isStream: false, text: JSON.stringify(answer) }
  }
  const own = attempt.format.parseAnswer(wire, head.newId)
  if (own.unread) call.neutral.dropped = [...call.neutral.dropped, ...own.unread]
  const idOf = createAnswerIds(call.neutral.callIds, call.format.callIds, head.newId)
  const named = fitAnswerIds(restoreNames(own, call.neutral.toolNames), idOf)
  const parsed = attempt.format === call.format ? named : markResponse(named, attempt.format.id)
  const response = { ...parsed, model: call.request.model, usage }
  if (!call.request.isStream) {
    return { isStream: false, text: JSON.stringify(call.format.buildAnswer(response, head)) }
  }
  const builder = call.format.createStreamBuilder(head)
  const frames = responseEvents(response).filter((event) => event.kind !== 'end')
  const text = frames.map((event) => builder.push(event)).join('') + builder.end()
  return { isStream: true, text: call.target.isArrayStream ? framesAsArray(text) : text }
}

/** The body as clients of OpenAI's format read it. */
function fittedAnswer(call: AdmittedCall, { provider }: Attempt, body: Uint8Array): Uint8Array {
  const { operation } = call.target
  const isFitted = call.format.id === 'openai' && (operation === 'chat' || operation === 'completions')
  if (!provider.fitAnswer || !isFitted) return body
  return new TextEncoder().encode(provider.fitAnswer(new TextDecoder().decode(body), operation))
}

/** The body unchanged; where a mapping renamed the model, with the client's name in its place. */
function withClientModel(call: AdmittedCall, attempt: Attempt, body: Uint8Array): Uint8Array {
  if (attempt.upstreamModel === call.request.model) return body
  const scan = scanJson(body, { depthMax: 1_000, nodesMax: Number.MAX_SAFE_INTEGER })
  const { field } = call.format.modelPlace
  if (!scan.ok || !scan.fields.has(field)) return body
  return patchJson(body, scan.fields, { [field]: JSON.stringify(call.request.model) })
}
