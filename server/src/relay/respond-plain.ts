import { patchJson } from '../core/json/patch-json.ts'
import { scanJson } from '../core/json/scan-json.ts'
import type { OpenaiAnswer } from '../protocols/openai-chat/parse-response.ts'
import { answerHeaders } from './answer-headers.ts'
import { buildChargedRow } from './build-usage-row.ts'
import type { RelayDependencies } from './dependencies.ts'
import { meter } from './meter.ts'
import type { AdmittedCall, Attempt } from './relay-call.ts'

/** A whole answer: settled first, then sent. */
export async function respondPlain(
  { clock, state, tokenCounter }: RelayDependencies,
  call: AdmittedCall,
  attempt: Attempt,
  answer: { response: Response; body: Uint8Array; parsed: OpenaiAnswer },
): Promise<Response> {
  const metered = await meter(call, 'complete', {
    reported: answer.parsed.usage,
    countInput: () => tokenCounter.countPrompt(call.request.body, call.request.model),
    countOutput: () => tokenCounter.countText(answer.parsed.text(), call.request.model),
  })
  const row = buildChargedRow(clock, call, attempt, { ...metered, end: 'complete', firstFrameMs: null })
  const isLogged = state.current().options.LogConsumeEnabled
  await call.reservation.settle(metered.charge.quota, isLogged ? row : null, attempt.channel.id)
  return new Response(withClientModel(call, attempt, answer.body), {
    status: answer.response.status,
    headers: answerHeaders(answer.response, call.id),
  })
}

/** The body as it came; when a mapping renamed the model, with the client's name in its place. */
function withClientModel(call: AdmittedCall, attempt: Attempt, body: Uint8Array): Uint8Array {
  if (attempt.upstreamModel === call.request.model) return body
  const scan = scanJson(body, { depthMax: 1_000, nodesMax: Number.MAX_SAFE_INTEGER })
  if (!scan.ok || !scan.fields.has('model')) return body
  return patchJson(body, scan.fields, { model: JSON.stringify(call.request.model) })
}
