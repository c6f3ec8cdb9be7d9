import { EventStreamCodec } from '@smithy/eventstream-codec'
import { answerFrames, answerJson, type SseScript } from '../answers.ts'
import type { Answer } from '../fake-upstream.ts'

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes as Uint8Array).toString('utf8'),
  (value) => Buffer.from(value),
)
export const awsFrame = (type: string, payload: unknown, kind: 'event' | 'exception' = 'event'): Uint8Array =>
  codec.encode({
    headers: {
      ':message-type': { type: 'string', value: kind },
      [`:${kind}-type`]: { type: 'string', value: type },
    },
    body: Buffer.from(JSON.stringify(payload)),
  })
/** A stream in the frames of AWS. */
export const awsStream = (frames: readonly Uint8Array[], script?: SseScript): Answer =>
  answerFrames(frames, 'application/vnd.amazon.eventstream', script)

/** An error of AWS. */
export const awsRefusal = (name: string, status: number, message: string): Answer =>
  answerJson({ message }, { status, headers: { 'x-amzn-errortype': `${name}:http://internal.amazon.com/` } })
