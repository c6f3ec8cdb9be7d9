import { answerFault } from '../../core/chat/answer-fault.ts'
import { assembleResponse } from '../../core/chat/assemble.ts'
import { GatewayError } from '../../core/errors.ts'
import { dataOfFrames } from '../../protocols/sse/data-of-frames.ts'
import type { UpstreamFormat, WireFormat } from '../../protocols/wire-format.ts'
import { answerHeadOf } from '../call/answer-head.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { assembledIn } from './assembled-answer.ts'

const encoder = new TextEncoder()
const encode = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value))

/** A whole answer, and the format it is in. */
export interface AssembledAnswer {
  body: Uint8Array
  format: UpstreamFormat
}

/**
 * For an upstream that streams without being asked: its events as the whole answer, or as its error object. Throws
 * `upstream_stream_cut` if the answer is incomplete.
 */
export function assembleStream(call: AdmittedCall, format: UpstreamFormat, body: Uint8Array): AssembledAnswer {
  const head = answerHeadOf(call)
  const { response, error, isComplete } = readStream(format, body, head.newId)
  if (error !== null && error !== undefined) return { body: encode({ error }), format }
  if (!isComplete) throw new GatewayError('upstream_stream_cut')
  if (response.choices.some(({ finishReason }) => finishReason === 'error'))
    return { body: encode({ error: answerFault }), format }
  if (!isWritten(format)) return { body: encode(response), format: assembledIn(format) }
  const answer = format.buildAnswer(response, { ...head, model: response.model || head.model })
  // Unknown usage must be absent, not zero: then the gateway counts.
  if (!response.usage) for (const field of ['usage', 'usageMetadata']) delete answer[field]
  return { body: encode(answer), format }
}

/** The answer, error and completeness of a whole stream. */
export function readStream(format: UpstreamFormat, body: Uint8Array, newId: () => string) {
  const parser = format.createStreamParser(newId)
  const meter = format.createMeter(() => {})
  const events = dataOfFrames(body, format.dataOf).flatMap((data) => {
    meter.push(data)
    return parser.push(data, null)
  })
  const response = { ...assembleResponse(events), usage: meter.usage() }
  return { response, error: meter.error(), isComplete: meter.isComplete() }
}

/** Whether the gateway can write answers in the format, as it does for formats of clients. */
const isWritten = (format: UpstreamFormat): format is WireFormat => 'buildAnswer' in format
