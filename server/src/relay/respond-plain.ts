import { responseEvents } from '../core/chat/assemble.ts'
import { patchJson } from '../core/json/patch-json.ts'
import { scanJson } from '../core/json/scan-json.ts'
import type { Usage } from '../core/usage/usage.ts'
import { answerHeadOf } from './answer-head.ts'
import { answerHeaders, streamHeaders } from './answer-headers.ts'
import { framesAsArray } from './array-stream.ts'
import { buildChargedRow } from './build-usage-row.ts'
import type { RelayDependencies } from './dependencies.ts'
import { meter } from './meter.ts'
import { markResponse } from './opaque-state.ts'
import type { AdmittedCall, Attempt } from './relay-call.ts'
import type { WireAnswer } from './wire-format.ts'

/** A whole answer: settled first, then sent. */
export async function respondPlain(
  { clock, tokenCounter }: RelayDependencies,
  call: AdmittedCall,
  attempt: Attempt,
  answer: { response: Response; body: Uint8Array; parsed: WireAnswer },
): Promise<Response> {
  const metered = await meter(call, 'complete', {
    reported: answer.parsed.usage,
    countInput: () => tokenCounter.countPrompt(call.countable, call.request.model),
    countOutput: () => tokenCounter.countText(answer.parsed.text(), call.request.model),
  })
  const isMisframed = call.request.isStream && call.target.operation === 'chat'
  const isPassed = attempt.format === call.format && !isMisframed
  const sent = isPassed ? null : translated(call, attempt, answer.body, metered.usage)
  const row = buildChargedRow(clock, call, attempt, { ...metered, end: 'complete', firstFrameMs: null })
  await call.reservation.settle(metered.charge.quota, row, attempt.channel.id)
  const { status } = answer.response
  if (sent?.isStream) {
    const headers = streamHeaders(answer.response, call, attempt, clock.now())
    return new Response(sent.text, { status, headers })
  }
  const headers = answerHeaders(answer.response, call, attempt, clock.now())
  if (sent)
    return new Response(sent.text, { status, headers: { ...headers, 'content-type': 'application/json' } })
  return new Response(withClientModel(call, attempt, answer.body), { status, headers })
}

/** The answer in the client's format; as a stream where it asked for one and the upstream would not. */
function translated(call: AdmittedCall, attempt: Attempt, body: Uint8Array, usage: Usage) {
  const head = answerHeadOf(call)
  const wire = JSON.parse(new TextDecoder().decode(body)) as Record<string, unknown>
  const own = attempt.format.parseAnswer(wire, head.newId)
  const parsed = attempt.format === call.format ? own : markResponse(own, attempt.format.id)
  const response = { ...parsed, model: call.request.model, usage: parsed.usage ?? usage }
  if (!call.request.isStream) {
    return { isStream: false, text: JSON.stringify(call.format.buildAnswer(response, head)) }
  }
  const builder = call.format.createStreamBuilder(head)
  const frames = responseEvents(response).filter((event) => event.kind !== 'end')
  const text = frames.map((event) => builder.push(event)).join('') + builder.end()
  return { isStream: true, text: call.target.isArrayStream ? framesAsArray(text) : text }
}

/** The body as it came; when a mapping renamed the model, with the client's name in its place. */
function withClientModel(call: AdmittedCall, attempt: Attempt, body: Uint8Array): Uint8Array {
  if (attempt.upstreamModel === call.request.model) return body
  const scan = scanJson(body, { depthMax: 1_000, nodesMax: Number.MAX_SAFE_INTEGER })
  const field = call.format.id === 'gemini' ? 'modelVersion' : 'model'
  if (!scan.ok || !scan.fields.has(field)) return body
  return patchJson(body, scan.fields, { [field]: JSON.stringify(call.request.model) })
}
