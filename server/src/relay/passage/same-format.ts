import { finishInTurns } from '../../platform/in-turns.ts'
import { hostOf } from '../../providers/host-of.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { operationOf } from './operations.ts'
import { translateAnswer } from './other-format.ts'
import { createPassShaper } from './pass-shaper.ts'
import type { Attempt, ClientAnswer, Passage, Way, WholeAnswer } from './passage.ts'
import { renameInSteps, renameModel } from './rename-model.ts'

/** What all passages between a client and an upstream of one format have in common. */
export const sameFormat = {
  isSameFormat: true,
  isRaw: false,
  path,
  clientHeaders,
  passesSound: () => false,
  readAhead: () => null,
  rewritesAnswer: ({ request }) => request.isStream,
  answer(call, attempt, given, usage) {
    // An upstream may answer a request for a stream with a whole answer.
    const isMisframed = call.request.isStream && operationOf(call.target).isChat
    return isMisframed ? translateAnswer(call, attempt, given, usage) : passAnswer(call, attempt, given)
  },
  createShaper: createPassShaper,
} satisfies Partial<Passage>

/** The client's path and query, or the upstream equivalent if the client used an alias. */
function path({ target, path }: AdmittedCall): string {
  const query = path.indexOf('?')
  if (target.path !== undefined) return target.path + (query < 0 ? '' : path.slice(query))
  return path.replace(/^\/pg\//, '/v1/')
}

/** The client's headers without the beta features that the host lacks. */
function clientHeaders({ headers }: AdmittedCall, { provider, channel }: Way): Headers {
  if (!headers.has('anthropic-beta') || !hostOf(provider, channel).provider.lacksBetas) return headers
  const kept = new Headers(headers)
  kept.delete('anthropic-beta')
  return kept
}

/** The bytes unchanged, except for what the provider deviates in and the name of a mapped model. */
function passAnswer(
  call: AdmittedCall,
  attempt: Attempt,
  { body, read }: WholeAnswer,
): ClientAnswer | Promise<ClientAnswer> {
  const fitted = fittedAnswer(call, attempt, body)
  const { model } = call.request
  if (attempt.upstreamModel === model) return passed(fitted)
  const { field } = call.format.modelPlace
  return read
    ? finishInTurns(renameInSteps(fitted, field, model)).then(passed)
    : passed(renameModel(fitted, field, model))
}

const passed = (body: Uint8Array): ClientAnswer => ({ body, contentType: null, isStream: false })

/** The body as clients of OpenAI's format read it. */
function fittedAnswer(call: AdmittedCall, { provider }: Attempt, body: Uint8Array): Uint8Array {
  const { isText, sentAs } = operationOf(call.target)
  if (!provider.fitAnswer || !isText || call.format.id !== 'openai') return body
  return new TextEncoder().encode(provider.fitAnswer(new TextDecoder().decode(body), sentAs))
}
