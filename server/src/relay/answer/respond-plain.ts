import { makeReason } from '@sluice/contract/error-reasons'
import { createSoundMeter } from '../../core/audio/sound-meter.ts'
import { spokenTokens } from '../../core/billing/billable.ts'
import { GatewayError } from '../../core/errors.ts'
import { prepareTexts } from '../../core/json/prepare-json.ts'
import type { SettleResult } from '../../ledger/ledger.ts'
import { finishInTurns, stepMax } from '../../platform/in-turns.ts'
import type { RelayDependencies } from '../call/dependencies.ts'
import { promptSizeOf } from '../call/large-body.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { operationOf } from '../passage/operations.ts'
import type { PlainAnswer, SentAttempt } from '../passage/passage.ts'
import { countableOf } from '../passage/system-prompt.ts'
import type { AnswerScreen } from '../sensitive/screen.ts'
import { screenAnswer } from '../sensitive/screen-answer.ts'
import { buildErrorRow } from '../settlement/build-call-rows.ts'
import { meter } from '../settlement/meter.ts'
import { settleCall } from '../settlement/settle-call.ts'
import { framesAsArray } from '../streaming/array-stream.ts'
import { answerHeaders, streamHeaders } from './answer-headers.ts'

/** A complete answer: settled first, then sent. */
export async function respondPlain(
  dependencies: RelayDependencies,
  call: AdmittedCall,
  given: PlainAnswer,
): Promise<Response> {
  const { clock, tokenCounter } = dependencies
  const { attempt } = given
  const whole = call.screen ? await screened(dependencies, call, given, call.screen) : given
  const { answer, response } = whole
  const metered = await meter(call, 'complete', {
    reported: attempt.provider.reportsDummyUsage ? null : answer.usage,
    upstreamModel: attempt.upstreamModel,
    units: answer.units,
    made: answer.made,
    countInput: () => tokenCounter.countPrompt(countableOf(call, attempt), call.request.model, promptSizeOf(call)),
    countOutput: () => tokenCounter.countText(answer.text(), call.request.model),
    soundTokens: soundTokensOf(call, whole),
  })
  const built = attempt.passage.answer(call, attempt, whole, metered.usage)
  const { body, contentType, isStream, unread } = built instanceof Promise ? await built : built
  const settled = await settleCall(clock, call, attempt, { ...metered, end: 'complete', firstFrameMs: null })
  if (settled === 'lost') throw recordLoss(dependencies, call, new GatewayError('reservation_lost'), settled)
  const headers = (isStream ? streamHeaders : answerHeaders)(response, call, withUnread(attempt, unread), clock.now())
  if (contentType !== null) headers['content-type'] = contentType
  const isArray = isStream && call.target.isArrayStream
  return new Response(isArray && typeof body === 'string' ? framesAsArray(body) : body, {
    status: response.status,
    headers,
  })
}

/** The attempt with the parts that were left out of the answer, added to those left out of the request. */
const withUnread = (attempt: SentAttempt, unread: readonly string[] = []): SentAttempt =>
  unread.length === 0
    ? attempt
    : { ...attempt, sent: { ...attempt.sent, dropped: [...attempt.sent.dropped, ...unread] } }

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
  answer: PlainAnswer,
  screen: AnswerScreen,
): Promise<PlainAnswer> {
  if (!operationOf(call.target).isText) return answer
  const { attempt } = answer
  const { clock, tokenCounter } = dependencies
  const { word, body } = await screenAnswer(answer.body, screen, answer.read)
  if (word === null) return answer
  call.onWord(word)
  if (!screen.stops) {
    // The texts of its values were written before.
    if (answer.read) await finishInTurns(prepareTexts(attempt.format.valuesInAnswer?.(answer.read) ?? [], stepMax))
    return { ...answer, body }
  }
  const metered = await meter(call, 'limit', {
    reported: null,
    countInput: () => tokenCounter.countPrompt(countableOf(call, attempt), call.request.model, promptSizeOf(call)),
    countOutput: () => 0,
  })
  const settled = await settleCall(clock, call, attempt, { ...metered, end: 'limit', firstFrameMs: null })
  const error = new GatewayError('sensitive_words_detected', { what: makeReason('answer') })
  throw recordLoss(dependencies, call, error, settled)
}

/** Writes the row of an answer that is withheld after its settlement, and returns its error. */
function recordLoss(
  { clock, ledger }: RelayDependencies,
  call: AdmittedCall,
  error: GatewayError,
  settled: SettleResult,
): GatewayError {
  const { caller, group, request } = call
  const { model, isStream } = request
  const failed = { caller, group, model, isStream, isCharged: settled === 'settled' }
  ledger.record(buildErrorRow(clock, call, failed, error))
  return error
}
