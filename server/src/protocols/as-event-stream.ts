import { GatewayError } from '../core/errors.ts'
import { createEventStreamReader } from './aws-event-stream/to-sse.ts'
import { createLineReader } from './ndjson/to-sse.ts'

/** Turns the chunks of another framing into the bytes of server-sent events. */
interface FramingReader {
  push(chunk: Uint8Array): Uint8Array
  /** What follows at the end of the stream. */
  end(): Uint8Array
}

const readers: Readonly<Record<string, (eventBytesMax: number) => FramingReader>> = {
  'application/vnd.amazon.eventstream': createEventStreamReader,
  'application/x-ndjson': createLineReader,
  'application/ndjson': createLineReader,
  'application/jsonl': createLineReader,
}

/** An answer with another framing of events, as server-sent events; any other answer unchanged. */
export function asEventStream(response: Response, eventBytesMax: number): Response {
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
  const createReader = readers[type.trim().toLowerCase()]
  if (!createReader || !response.body || !response.ok) return response
  const reader = createReader(eventBytesMax)
  const events = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => enqueue(controller, () => reader.push(chunk)),
      flush: (controller) => enqueue(controller, () => reader.end()),
    }),
  )
  const headers = new Headers(response.headers)
  headers.set('content-type', 'text/event-stream')
  return new Response(events, { status: response.status, headers })
}

function enqueue(controller: TransformStreamDefaultController<Uint8Array>, read: () => Uint8Array): void {
  const bytes = orBroken(read)
  if (bytes.length > 0) controller.enqueue(bytes)
}

function orBroken<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    const code = cause instanceof RangeError ? 'upstream_response_too_large' : 'upstream_stream_cut'
    throw new GatewayError(code, {}, { cause, detail: String(cause) })
  }
}
