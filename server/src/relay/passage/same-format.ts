import type { JsonRecord } from '@sluice/contract/read-json'
import { writeJsonInSteps } from '../../core/json/write-json-in-steps.ts'
import { finishInTurns, stepMax } from '../../platform/in-turns.ts'
import { fitAnswerText } from '../../providers/fit-answer-text.ts'
import { hostOf } from '../../providers/host-of.ts'
import type { FitAnswer, Provider } from '../../providers/provider.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { operationOf } from './operations.ts'
import { translateAnswer } from './other-format.ts'
import { createPassShaper } from './pass-shaper.ts'
import type { Attempt, ClientAnswer, Passage, Way, WholeAnswer } from './passage.ts'
import { renameInSteps, renameModel } from './rename-model.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** What all passages between a client and an upstream of one format have in common. */
export const sameFormat = {
  isSameFormat: true,
  isRaw: false,
  path,
  clientHeaders,
  passesSound: () => false,
  readAhead: () => null,
  rewritesAnswer: (call, { provider }) => call.request.isStream || answerFitOf(call, provider) !== null,
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
  const fit = answerFitOf(call, attempt.provider)
  const { model } = call.request
  const isRenamed = attempt.upstreamModel !== model
  if (!fit && !isRenamed) return passed(body)
  const { field } = call.format.modelPlace
  const { sentAs } = operationOf(call.target)
  if (read) return finishInTurns(changeInSteps(body, fit?.change(read, sentAs) ?? null)).then(passed)
  const fitted = fit ? encoder.encode(fitAnswerText(fit, decoder.decode(body), sentAs)) : body
  return passed(isRenamed ? renameModel(fitted, field, model) : fitted)

  function* changeInSteps(sent: Uint8Array, changed: JsonRecord | null): Generator<void, Uint8Array, void> {
    const fitted = changed ? yield* writeJsonInSteps(changed, stepMax) : sent
    return isRenamed ? yield* renameInSteps(fitted, field, model) : fitted
  }
}

const passed = (body: Uint8Array): ClientAnswer => ({ body, contentType: null, isStream: false })

/** The changes that the answer of a provider needs for this client; null = none. */
const answerFitOf = ({ target, format }: AdmittedCall, { fitAnswer }: Provider): FitAnswer | null =>
  operationOf(target).isText && format.id === 'openai' ? (fitAnswer ?? null) : null
