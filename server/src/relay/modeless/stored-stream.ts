import { GatewayError } from '../../core/errors.ts'
import { createOutputCounter } from '../../core/tokens/output-counter.ts'
import { noUsage } from '../../core/usage/usage.ts'
import { describeError } from '../../platform/log.ts'
import { answerStream } from '../../platform/outbound/read-answer.ts'
import { responsesFormat } from '../../protocols/openai-responses/format.ts'
import { createFrameSplitter } from '../../protocols/sse/frame-splitter.ts'
import type { AnswerHead } from '../../protocols/wire-format.ts'
import { type StoredObjectRow, workPhase } from '../../store/stored-objects.ts'
import { buildInterruption } from '../answer/background-interruption.ts'
import { ownRefusal } from '../answer/build-client-error.ts'
import { backgroundAnswer, streamedEnd } from '../background/answer-end.ts'
import type { RelayCall } from '../call/relay-call.ts'
import { firstModelOf } from '../deposits/deposited-work.ts'
import { type FrameRewriter, type Outgoing, passFrames, rewriteFrame } from '../passage/outgoing-frames.ts'
import { createEventRenamer } from '../passage/rename-model.ts'
import { deliveredTokens, type StreamShaper } from '../passage/stream-shaper.ts'
import type { RelayTools } from '../relay-tools.ts'
import type { AnswerScreen, OnWord } from '../sensitive/screen.ts'
import { createScreenShaper } from '../streaming/screen-shaper.ts'

interface StoredStream {
  response: Response
  /** The answer, if it was made in the background. */
  row: StoredObjectRow | undefined
  screen: AnswerScreen | null
  onWord: OnWord
}

const encoder = new TextEncoder()
const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' }

/**
 * The stream of a stored answer. Its bytes pass unchanged, unless its words are screened. Of an answer that is made in
 * the background, the end is passed on once it is charged; what a stream delivered that broke off is noted.
 */
export function passStoredStream(tools: RelayTools, call: RelayCall, stored: StoredStream): Response {
  const { response, row, screen, onWord } = stored
  const body = answerStream(response)
  if (!body) throw new GatewayError('upstream_stream_cut', {}, { detail: 'an event stream without a body' })
  const open = row?.phase === workPhase.open ? row : null
  const rewrite = row ? renamerOf(row) : null
  if (!open && !screen && !rewrite) return new Response(body, { headers })
  const splitter = createFrameSplitter(tools.dependencies.config.MAX_EVENT_MB * 1_048_576)
  const counter = createOutputCounter()
  const before = (open && backgroundAnswer(open).delivered) ?? { tokens: 0, next: 0 }
  const meter = responsesFormat.createMeter((text) => {
    // What an earlier stream delivered was counted there.
    if ((meter.nextNumber?.() ?? 0) > before.next) counter.add(text)
  })
  const lastFrame = (frame: Uint8Array) => (rewrite ? rewriteFrame(frame, rewrite) : frame)
  const plain: StreamShaper = {
    pass: (frames) => passFrames(frames, { classify: (data) => meter.push(data), hidesUsage: false, rewrite }),
    close: ({ endFrame }) => lastFrame(endFrame ?? new Uint8Array()),
    fail: () => new Uint8Array(),
  }
  const shaper: StreamShaper = screen ? createScreenShaper(plain, screen, onWord) : plain
  const reader = body.getReader()
  let isLeft = false

  async function leave(): Promise<void> {
    if (isLeft || !open) return
    isLeft = true
    const tokens = await deliveredTokens(counter, shaper)
    await tools.background.leave(open, { tokens, next: meter.nextNumber?.() ?? 0 })
  }

  /** The frames that end the client's stream; the answer is charged before. */
  async function close(end: NonNullable<Outgoing['end']>): Promise<Uint8Array> {
    if (end.kind !== 'done') await leave()
    if (end.kind === 'refused') return refused(end.error)
    if (end.kind === 'error') return lastFrame(end.frame)
    isLeft = true
    if (open)
      await tools.background.settle(
        open,
        streamedEnd(meter, () => before.tokens + counter.tokens()),
      )
    return await shaper.close({ endFrame: end.frame, usage: noUsage })
  }

  function refused(error: GatewayError): Uint8Array {
    const { id: requestId } = call
    const refusal = ownRefusal(error, { ...call, format: responsesFormat })
    const frames = responsesFormat.buildErrorFrame({ ...refusal, requestId }, ownHead(requestId))
    const sent = { number: meter.nextNumber?.() ?? 0, id: meter.answerId?.() ?? null }
    return encoder.encode(responsesFormat.continueErrorFrame?.(frames, sent) ?? frames)
  }

  function interrupt(
    controller: ReadableStreamDefaultController<Uint8Array>,
    { object_id: id }: StoredObjectRow,
  ): void {
    const next = meter.nextNumber?.() || startOf(call.path)
    controller.enqueue(Buffer.concat([shaper.fail(''), buildInterruption(call, id, next)]))
    controller.close()
  }

  const events = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          for (;;) {
            const { done, value } = await reader.read()
            if (done) {
              await leave()
              if (open) return interrupt(controller, open)
              const rest = splitter.rest()
              if (rest.length > 0) controller.enqueue(rest)
              return controller.close()
            }
            const out = await shaper.pass(splitter.push(value))
            if (out.bytes.length > 0) controller.enqueue(out.bytes)
            if (out.end) {
              controller.enqueue(await close(out.end))
              controller.close()
              return void reader.cancel()
            }
            if (out.bytes.length > 0) return
          }
        } catch (cause) {
          tools.dependencies.log.info({ requestId: call.id, error: describeError(cause) }, 'a stored stream broke off')
          const isGoingOn = open !== null && !isLeft && !call.abort.reason
          if (!isGoingOn) controller.error(cause)
          await leave().catch(() => undefined)
          if (isGoingOn) interrupt(controller, open)
        }
      },
      async cancel(reason) {
        await reader.cancel(reason)
        await leave()
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(events, { headers })
}

/** The number of the first event that the client asks for. */
function startOf(path: string): number {
  const after = new URL(path, 'http://host').searchParams.get('starting_after') ?? ''
  return /^\d{1,9}$/.test(after) ? Number(after) + 1 : 0
}

/** The head of an error frame; `continueErrorFrame` writes the id and the number of the stream into it. */
const ownHead = (requestId: string): AnswerHead => ({
  requestId,
  model: '',
  createdSeconds: 0,
  inputTokens: 0,
  wantsUsage: false,
  body: {},
  newId: () => requestId,
})

/** Writes the client's name of the model into events; null if the channel uses the same name. */
function renamerOf(row: StoredObjectRow): FrameRewriter | null {
  const answer = backgroundAnswer(row)
  const model = firstModelOf(answer)
  if (answer.models[model]?.upstreamModel === model) return null
  const { rename } = createEventRenamer(responsesFormat.modelPlace, model)
  return (data) => [rename(data)]
}
