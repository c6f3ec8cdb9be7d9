import { GatewayError } from '../../core/errors.ts'
import { noUsage } from '../../core/usage/usage.ts'
import { describeError } from '../../platform/log.ts'
import type { StoredObjectRow } from '../../store/stored-objects.ts'
import { streamedEnd } from '../background/answer-end.ts'
import type { BackgroundAnswers } from '../background/background-answers.ts'
import type { RelayDependencies } from '../call/dependencies.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import type { PlainAnswer, SentAttempt } from '../passage/passage.ts'
import { deliveredTokens, type StreamShaper } from '../passage/stream-shaper.ts'
import type { StreamEnding } from '../streaming/pump-stream.ts'
import type { OpenedStream } from '../upstream/open-stream.ts'
import { answerHeaders } from './answer-headers.ts'
import { buildInterruption } from './background-interruption.ts'
import { errorFrame, type PayStream, payAsItRuns } from './respond-stream.ts'

/** An answer that its upstream has only begun: the deposit is charged, and the client fetches the end later. */
export async function respondRunning(
  { clock }: Pick<RelayDependencies, 'clock'>,
  background: BackgroundAnswers,
  call: AdmittedCall,
  given: PlainAnswer,
): Promise<Response> {
  const { attempt, answer, response } = given
  await background.open(call, attempt, answer.id, false)
  const { body } = await attempt.passage.answer(call, attempt, given, noUsage)
  return new Response(body, { status: response.status, headers: answerHeaders(response, call, attempt, clock.now()) })
}

/**
 * The money of a stream whose answer its upstream works on in the background: a deposit as soon as the id of the answer
 * is known, and the charge at its end. If the stream ends before the answer, the answer is charged later.
 */
export const payByDeposit =
  (background: BackgroundAnswers): PayStream =>
  (dependencies, call, attempt, streams) => {
    const { stream, shaper } = streams
    const { meter } = stream
    const whole = payAsItRuns(dependencies, call, attempt, streams)
    let opening: Promise<StoredObjectRow> | null = null
    const idOfBackground = () => (meter.isBackground?.() === false ? null : (meter.answerId?.() ?? null))
    const open = (id: string) => {
      opening ??= background.open(call, attempt, id, true)
      return opening
    }

    return {
      onProgress() {
        if (opening) return null
        const id = idOfBackground()
        return id === null ? whole.onProgress() : open(id).then(() => null)
      },
      async onEnd(ending) {
        const id = idOfBackground()
        // An answer whose end came with its begin is charged at once.
        const isLeft = id !== null && ending.end !== 'complete' && ending.upstreamError === null
        const row = await (isLeft ? open(id) : opening)?.catch(() => null)
        return row
          ? endByDeposit(dependencies, background, { call, attempt, row, stream, shaper, ending })
          : whole.onEnd(ending)
      },
    }
  }

interface EndedStream {
  call: AdmittedCall
  attempt: SentAttempt
  row: StoredObjectRow
  stream: OpenedStream
  shaper: StreamShaper
  ending: StreamEnding
}

async function endByDeposit(
  { log }: Pick<RelayDependencies, 'log'>,
  background: BackgroundAnswers,
  { call, attempt, row, stream, shaper, ending }: EndedStream,
): Promise<Uint8Array | null> {
  const { meter, counter } = stream
  const tokens = await deliveredTokens(counter, shaper)
  attempt.visit.ended(tokens)
  call.trail.error = ending.error
  try {
    if (!meter.isComplete()) await background.leave(row, { tokens, next: meter.nextNumber?.() ?? 0 })
    else
      await background.settle(
        row,
        streamedEnd(meter, () => tokens),
      )
  } catch (cause) {
    log.warn({ requestId: call.id, error: describeError(cause) }, 'a background answer is charged later')
    await background.leave(row, { tokens, next: meter.nextNumber?.() ?? 0 }).catch(() => undefined)
    call.trail.error ??= cause instanceof GatewayError ? cause : new GatewayError('answer_not_settled')
    return null
  }
  if (ending.end === 'complete')
    return await shaper.close({ endFrame: ending.endFrame, usage: meter.usage() ?? noUsage })
  if (ending.end === 'client_gone') return null
  const isFailed = ending.upstreamError !== null || (ending.end === 'limit' && isWordError(ending.error))
  if (isFailed) return shaper.fail(errorFrame(call, attempt, ending))
  // What is on hold for its words comes before.
  return Buffer.concat([shaper.fail(''), buildInterruption(call, row.object_id, meter.nextNumber?.() ?? 0)])
}

const isWordError = (error: GatewayError | null): boolean =>
  error?.code === 'sensitive_words_detected' || error?.code === 'word_check_failed'
