import { parseJson, recordOf, textOf } from '@sluice/contract/read-json'
import { EventStreamCodec, type Message } from '@smithy/eventstream-codec'

/** Turns the chunks of an AWS event stream into the bytes of server-sent events. */
interface EventStreamReader {
  /** The events that `chunk` completes. Throws RangeError for an oversized message, and Error for a damaged one. */
  push(chunk: Uint8Array): Uint8Array
  /** Ends the stream. Throws Error when it ends within a message. */
  end(): Uint8Array
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const codec = new EventStreamCodec(
  (bytes) => decoder.decode(typeof bytes === 'string' ? encoder.encode(bytes) : bytes),
  (text) => encoder.encode(text),
)

/** Lengths and checksums around headers and payload. */
const overhead = 16
const none = new Uint8Array()

/**
 * Reads the framing of `application/vnd.amazon.eventstream`: an event with bytes becomes the event in them, any other
 * becomes `{"<its type>": payload}`; an exception becomes an error object of Anthropic's format.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InvokeModelWithResponseStream.html, as known on
 * 2026-11-22
 */
export function createEventStreamReader(messageBytesMax: number): EventStreamReader {
  let held: Uint8Array = none
  return {
    push(chunk) {
      const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      const events: string[] = []
      let from = 0
      while (bytes.length - from >= 4) {
        const length = new DataView(bytes.buffer, bytes.byteOffset + from, 4).getUint32(0)
        if (length > messageBytesMax) throw new RangeError('one event is larger than the limit')
        if (length < overhead) throw new Error('a message of the event stream is too short')
        if (bytes.length - from < length) break
        events.push(sseOf(codec.decode(bytes.subarray(from, from + length))))
        from += length
      }
      held = from === bytes.length ? none : bytes.slice(from)
      return encoder.encode(events.join(''))
    },
    end() {
      if (held.length > 0) throw new Error('the event stream ends within a message')
      return none
    },
  }
}

function sseOf({ headers, body }: Message): string {
  const header = (name: string): string => String(headers[name]?.value ?? '')
  const payload = decoder.decode(body)
  const kind = header(':message-type')
  if (kind === 'exception') return errorEvent(header(':exception-type'), messageIn(payload))
  if (kind === 'error') return errorEvent(header(':error-code'), header(':error-message'))
  const inner = bytesIn(payload)
  if (inner === null) return `data: {${JSON.stringify(header(':event-type'))}:${onOneLine(payload)}}\n\n`
  const type = /^\s*\{\s*"type"\s*:\s*"(\w+)"/.exec(inner)?.[1] ?? typeIn(inner)
  return `${type === '' ? '' : `event: ${type}\n`}data: ${onOneLine(inner)}\n\n`
}

/** JSON has raw line breaks only between its values: a space may replace them. */
const onOneLine = (json: string): string => json.replace(/[\r\n]+/g, ' ')

const errorTypes: Readonly<Record<string, string>> = {
  validationException: 'invalid_request_error',
  throttlingException: 'rate_limit_error',
  serviceUnavailableException: 'overloaded_error',
  modelTimeoutException: 'timeout_error',
}

const errorEvent = (name: string, message: string): string => {
  const known = name.charAt(0).toLowerCase() + name.slice(1)
  const error = { type: errorTypes[known] ?? 'api_error', message: message || name || 'the stream failed' }
  return `event: error\ndata: ${JSON.stringify({ type: 'error', error })}\n\n`
}

function bytesIn(payload: string): string | null {
  const { bytes } = recordOf(parseJson(payload))
  return typeof bytes === 'string' ? Buffer.from(bytes, 'base64').toString('utf8') : null
}

function messageIn(payload: string): string {
  const { message, Message: older } = recordOf(parseJson(payload))
  return textOf(message) || textOf(older)
}

function typeIn(json: string): string {
  const type = textOf(recordOf(parseJson(json)).type)
  return /^\w+$/.test(type) ? type : ''
}
