import { GatewayError } from '../core/errors.ts'
import { createEventStreamReader } from './aws-event-stream/to-sse.ts'
import { createLineReader } from './ndjson/to-sse.ts'

/** Turns the chunks of another framing into the bytes of server-sent events. */
interface FramingReader {
  push(chunk: Uint8Array): Generator<void, Uint8Array, void>
  /** What follows at the end of the stream. */
  end(): Uint8Array
}

const readers: Readonly<Record<string, (eventBytesMax: number) => FramingReader>> = {
  'application/vnd.amazon.eventstream': createEventStreamReader,
  'application/x-ndjson': createLineReader,
  'application/ndjson': createLineReader,
  'application/jsonl': createLineReader,
}

/** The result of steps, between other work. */
type Finish = <T>(steps: Generator<void, T, void>) => Promise<T>

/** An answer with another framing of events, as server-sent events; any other answer unchanged. */
export function asEventStream(response: Response, eventBytesMax: number, finish: Finish): Response {
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
  const createReader = readers[type.trim().toLowerCase()]
  if (!createReader || !response.body || !response.ok) return response
  const reader = createReader(eventBytesMax)
  /** A promise only where the chunk takes more than one step. */
  const pushed = (steps: Generator<void, Uint8Array, void>): Uint8Array | Promise<Uint8Array> => {
    const { done, value } = steps.next()
    if (done) return value
    return finish(steps).catch((cause: unknown) => {
      throw broken(cause)
    })
  }
  const events = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const bytes = orBroken(() => pushed(reader.push(chunk)))
        if (bytes instanceof Uint8Array) enqueue(controller, bytes)
        else return bytes.then((later) => enqueue(controller, later))
      },
      flush: (controller) =>
        enqueue(
          controller,
          orBroken(() => reader.end()),
        ),
    }),
  )
  const headers = new Headers(response.headers)
  headers.set('content-type', 'text/event-stream')
  return new Response(events, { status: response.status, headers })
}

function enqueue(controller: TransformStreamDefaultController<Uint8Array>, bytes: Uint8Array): void {
  if (bytes.length > 0) controller.enqueue(bytes)
}

function orBroken<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw broken(cause)
  }
}

function broken(cause: unknown): GatewayError {
  const code = cause instanceof RangeError ? 'upstream_response_too_large' : 'upstream_stream_cut'
  return new GatewayError(code, {}, { cause, detail: String(cause) })
}
