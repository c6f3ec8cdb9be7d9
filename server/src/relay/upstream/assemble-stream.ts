import { assembleResponse } from '../../core/chat/assemble.ts'
import { GatewayError } from '../../core/errors.ts'
import { dataOfFrames } from '../../protocols/sse/data-of-frames.ts'
import { answerHeadOf } from '../call/answer-head.ts'
import type { AdmittedCall, Attempt } from '../call/relay-call.ts'
import type { UpstreamFormat, WireFormat } from '../call/wire-format.ts'
import { assembledIn } from './assembled-answer.ts'

const encoder = new TextEncoder()
const encode = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value))

/** A whole answer, and the format it is in. */
export interface AssembledAnswer {
  body: Uint8Array
  format: UpstreamFormat
}

/**
 * An upstream that streams although nobody asked: its events as the whole answer it should have sent, or as its error
 * object. Throws `upstream_stream_cut` when the answer is not proven complete.
 */
export function assembleStream(call: AdmittedCall, { format }: Attempt, body: Uint8Array): AssembledAnswer {
  const head = answerHeadOf(call)
  const { response, error, isComplete } = readStream(format, body, head.newId)
  if (error !== null && error !== undefined) return { body: encode({ error }), format }
  if (!isComplete) throw new GatewayError('upstream_stream_cut')
  if (!isWritten(format)) return { body: encode(response), format: assembledIn(format) }
  const answer = format.buildAnswer(response, { ...head, model: response.model || head.model })
  // Without usage the answer must not say zero: then it is counted.
  if (!response.usage) for (const field of ['usage', 'usageMetadata']) delete answer[field]
  return { body: encode(answer), format }
}

/** What a whole stream says. */
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

/** Whether answers are written in the format, which clients then speak. */
const isWritten = (format: UpstreamFormat): format is WireFormat => 'buildAnswer' in format
