import { parseJson, recordOf, textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import { HeaderMarshaller, type Message } from '@smithy/eventstream-codec'
import { joinInSteps } from '../../core/json/join-in-steps.ts'
import { readJsonInSteps } from '../../core/json/read-json-in-steps.ts'

/** Turns the chunks of an AWS event stream into the bytes of server-sent events. */
interface EventStreamReader {
  /**
   * The events that `chunk` completes; yields between steps. Throws RangeError for an oversized message, and Error for
   * a damaged one.
   */
  push(chunk: Uint8Array): Generator<void, Uint8Array, void>
  /** Ends the stream. Throws Error when it ends within a message. */
  end(): Uint8Array
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const headersOf = new HeaderMarshaller(
  (bytes) => decoder.decode(typeof bytes === 'string' ? encoder.encode(bytes) : bytes),
  (text) => encoder.encode(text),
)

/** Lengths and their checksum, before the headers. */
const preludeBytes = 12
/** Of the checksum of the message. */
const checksumBytes = 4
const none = new Uint8Array()
/** Bytes that are read at once. */
const stepMax = 32_768

/**
 * Reads the framing of `application/vnd.amazon.eventstream`: an event with bytes becomes the event in them, any other
 * becomes `{"<its type>": payload}`; an exception becomes an error object of Anthropic's format.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InvokeModelWithResponseStream.html, as known on
 * 2026-11-22
 */
export function createEventStreamReader(messageBytesMax: number): EventStreamReader {
  let held: Uint8Array[] = []
  let heldLength = 0
  /** Bytes of the first message that is not whole; unknown = of its beginning. */
  let needed = 4

  return {
    *push(chunk) {
      held.push(chunk)
      heldLength += chunk.length
      if (heldLength < needed) return none
      const bytes = yield* joinInSteps(held)
      const events: Uint8Array[] = []
      let from = 0
      let stepStart = 0
      needed = 4
      while (bytes.length - from >= 4) {
        const length = new DataView(bytes.buffer, bytes.byteOffset + from, 4).getUint32(0)
        if (length > messageBytesMax) throw new RangeError('one event is larger than the limit')
        if (length < preludeBytes + checksumBytes) throw new Error('a message of the event stream is too short')
        if (bytes.length - from < length) {
          needed = length
          break
        }
        for (const piece of yield* sseOf(messageIn(bytes.subarray(from, from + length)))) events.push(piece)
        from += length
        if (from - stepStart < stepMax) continue
        yield
        stepStart = from
      }
      held = from === bytes.length ? [] : [bytes.slice(from)]
      heldLength = bytes.length - from
      return events.length === 0 ? none : yield* joinInSteps(events)
    },
    end() {
      if (heldLength > 0) throw new Error('the event stream ends within a message')
      return none
    },
  }
}

/** A whole message. Throws Error for a damaged one. */
function messageIn(bytes: Uint8Array): Message {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const bodyEnd = bytes.length - checksumBytes
  const headersEnd = preludeBytes + view.getUint32(4)
  const isWhole =
    Bun.hash.crc32(bytes.subarray(0, preludeBytes - checksumBytes)) === view.getUint32(preludeBytes - checksumBytes) &&
    Bun.hash.crc32(bytes.subarray(0, bodyEnd)) === view.getUint32(bodyEnd)
  if (!isWhole || headersEnd > bodyEnd) throw new Error('a message of the event stream is damaged')
  const headers = headersOf.parse(
    new DataView(bytes.buffer, bytes.byteOffset + preludeBytes, headersEnd - preludeBytes),
  )
  return { headers, body: bytes.subarray(headersEnd, bodyEnd) }
}

function* sseOf({ headers, body }: Message): Generator<void, Uint8Array[], void> {
  const header = (name: string): string => String(headers[name]?.value ?? '')
  const kind = header(':message-type')
  if (kind === 'exception') return [encoder.encode(errorEvent(header(':exception-type'), textIn(body)))]
  if (kind === 'error') return [encoder.encode(errorEvent(header(':error-code'), header(':error-message')))]
  const inner = yield* bytesIn(body)
  if (inner === null)
    return [
      encoder.encode(`data: {${JSON.stringify(header(':event-type'))}:`),
      onOneLine(body),
      encoder.encode('}\n\n'),
    ]
  const start = decoder.decode(inner.subarray(0, startMax))
  const type = /^\s*\{\s*"type"\s*:\s*"(\w+)"/.exec(start)?.[1] ?? (yield* typeIn(inner))
  return [encoder.encode(`${type === '' ? '' : `event: ${type}\n`}data: `), onOneLine(inner), encoder.encode('\n\n')]
}

/** The type of an event is in its first bytes. */
const startMax = 200
const lineFeed = 0x0a
const carriageReturn = 0x0d

/** JSON has raw line breaks only between its values: spaces may replace them. */
function onOneLine(json: Uint8Array): Uint8Array {
  if (!json.includes(lineFeed) && !json.includes(carriageReturn)) return json
  const line = json.slice()
  for (const end of [lineFeed, carriageReturn])
    for (let at = line.indexOf(end); at >= 0; at = line.indexOf(end, at + 1)) line[at] = 0x20
  return line
}

const errorTypes = tableOf<string>({
  validationException: 'invalid_request_error',
  throttlingException: 'rate_limit_error',
  serviceUnavailableException: 'overloaded_error',
  modelTimeoutException: 'timeout_error',
})

const errorEvent = (name: string, message: string): string => {
  const known = name.charAt(0).toLowerCase() + name.slice(1)
  const error = { type: errorTypes[known] ?? 'api_error', message: message || name || 'the stream failed' }
  return `event: error\ndata: ${JSON.stringify({ type: 'error', error })}\n\n`
}

/** The JSON value in `bytes`; undefined if there is none. Yields between steps. */
function* valueIn(bytes: Uint8Array): Generator<void, unknown, void> {
  if (bytes.length <= stepMax) return parseJson(decoder.decode(bytes))
  try {
    return yield* readJsonInSteps(bytes, stepMax, { read: JSON.parse })
  } catch {
    return undefined
  }
}

function* bytesIn(payload: Uint8Array): Generator<void, Uint8Array | null, void> {
  const { bytes } = recordOf(yield* valueIn(payload))
  return typeof bytes === 'string' ? yield* fromBase64(bytes) : null
}

/** Characters that are decoded at once, whole groups of four: less than 1 ms. */
const charactersPerStep = 1_048_576

function* fromBase64(text: string): Generator<void, Uint8Array, void> {
  if (text.length <= charactersPerStep) return Buffer.from(text, 'base64')
  const pieces: Uint8Array[] = []
  for (let from = 0; from < text.length; from += charactersPerStep) {
    yield
    pieces.push(Buffer.from(text.slice(from, from + charactersPerStep), 'base64'))
  }
  return yield* joinInSteps(pieces)
}

function textIn(payload: Uint8Array): string {
  const { message, Message: older } = recordOf(parseJson(decoder.decode(payload)))
  return textOf(message) || textOf(older)
}

function* typeIn(json: Uint8Array): Generator<void, string, void> {
  const type = textOf(recordOf(yield* valueIn(json)).type)
  return /^\w+$/.test(type) ? type : ''
}
