import { answerFault } from '../../core/chat/answer-fault.ts'
import { createAssembler } from '../../core/chat/assemble.ts'
import type { ChatResponse } from '../../core/chat/chat-response.ts'
import { argumentTexts } from '../../core/chat/json-texts.ts'
import { GatewayError } from '../../core/errors.ts'
import { prepareValues } from '../../core/json/prepare-json.ts'
import { withPrepared } from '../../core/json/prepared-json.ts'
import { writeJsonInSteps } from '../../core/json/write-json-in-steps.ts'
import { finishAtOnce, stepMax } from '../../platform/in-turns.ts'
import { frameData } from '../../protocols/sse/frame-data.ts'
import { createFrameSplitter } from '../../protocols/sse/frame-splitter.ts'
import type { UpstreamFormat, WireFormat } from '../../protocols/wire-format.ts'
import { answerHeadOf } from '../call/answer-head.ts'
import { atOnceMax } from '../call/large-body.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { assembledIn } from './assembled-answer.ts'

/** A whole answer, and the format it is in. */
export interface AssembledAnswer {
  body: Uint8Array
  format: UpstreamFormat
}

/**
 * For an upstream that streams without being asked: its events as the whole answer, or as its error object; yields
 * between steps. Throws `upstream_stream_cut` if the answer is incomplete.
 */
export function* assembleStream(
  call: AdmittedCall,
  format: UpstreamFormat,
  events: Uint8Array,
): Generator<void, AssembledAnswer, void> {
  const head = answerHeadOf(call)
  const { response, error, isComplete } = yield* readInSteps(format, events, head.newId)
  if (error !== null && error !== undefined) return { body: yield* write({ error }), format }
  if (!isComplete) throw new GatewayError('upstream_stream_cut')
  if (response.choices.some(({ finishReason }) => finishReason === 'error'))
    return { body: yield* write({ error: answerFault }), format }
  if (!isWritten(format)) return { body: yield* write(response), format: assembledIn(format) }
  const texts = format.readsArguments ? response.choices.flatMap(({ parts }) => argumentTexts(parts)) : []
  const values = events.length > atOnceMax ? yield* prepareValues(texts, stepMax) : null
  const named = { ...head, model: response.model || head.model }
  const answer = withPrepared(values, () => format.buildAnswer(response, named))
  // Unknown usage must be absent, not zero: then the gateway counts.
  if (!response.usage) for (const field of ['usage', 'usageMetadata']) delete answer[field]
  return { body: yield* write(answer), format }
}

const write = (value: unknown) => writeJsonInSteps(value, stepMax)

/** The answer, error and completeness of a whole stream. */
export const readStream = (format: UpstreamFormat, body: Uint8Array, newId: () => string): WholeStream =>
  finishAtOnce(readInSteps(format, body, newId))

interface WholeStream {
  response: ChatResponse
  error: unknown
  isComplete: boolean
}

function* readInSteps(
  format: UpstreamFormat,
  body: Uint8Array,
  newId: () => string,
): Generator<void, WholeStream, void> {
  const { dataOf = frameData } = format
  const parser = format.createStreamParser(newId)
  const meter = format.createMeter(() => {})
  const assembler = createAssembler()
  for (const frame of framesIn(body)) {
    yield
    const data = dataOf(frame)
    if (data === null || data === '') continue
    const values = frame.length > atOnceMax ? yield* prepareValues([data], stepMax) : null
    withPrepared(values, () => {
      meter.push(data)
      for (const event of parser.push(data, null)) assembler.push(event)
    })
    while (values && parser.step?.()) yield
  }
  const response = { ...assembler.result(), usage: meter.usage() }
  return { response, error: meter.error(), isComplete: meter.isComplete() }
}

/** The frames of a stream; the last one may lack its end. */
function* framesIn(body: Uint8Array): Generator<Uint8Array> {
  const splitter = createFrameSplitter(Number.MAX_SAFE_INTEGER)
  for (let from = 0; from < body.length; from += atOnceMax) {
    const { bytes, ends } = splitter.push(body.subarray(from, from + atOnceMax))
    let start = 0
    for (const end of ends) {
      yield bytes.subarray(start, end)
      start = end
    }
  }
  const rest = splitter.rest()
  if (rest.length > 0) yield rest
}

/** Whether the gateway can write answers in the format, as it does for formats of clients. */
const isWritten = (format: UpstreamFormat): format is WireFormat => 'buildAnswer' in format
