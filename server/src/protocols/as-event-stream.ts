import { tableOf } from '@sluice/contract/table-of'
import { GatewayError } from '../core/errors.ts'
import { createLineReader } from './ndjson/to-sse.ts'

/** Turns the chunks of another framing into the bytes of server-sent events. */
interface FramingReader {
  push(chunk: Uint8Array): Generator<void, Uint8Array, void>
  /** What follows at the end of the stream. */
  end(): Uint8Array
}

type CreateReader = (eventBytesMax: number) => FramingReader

const ofLines = (): CreateReader => createLineReader

const readers = tableOf<() => CreateReader | Promise<CreateReader>>({
  // Its library takes 10 MB, and most servers call no host with this framing.
  'application/vnd.amazon.eventstream': async () =>
    (await import('./aws-event-stream/to-sse.ts')).createEventStreamReader,
  'application/x-ndjson': ofLines,
  'application/ndjson': ofLines,
  'application/jsonl': ofLines,
})

/** The result of steps, between other work. */
type Finish = <T>(steps: Generator<void, T, void>) => Promise<T>

/** An answer with another framing of events, as server-sent events; any other answer unchanged, without a promise. */
export function asEventStream(response: Response, eventBytesMax: number, finish: Finish): Response | Promise<Response> {
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
  const findReader = readers[type.trim().toLowerCase()]
  const { body } = response
  if (!findReader || !body || !response.ok) return response
  const found = findReader()
  const reframe = (createReader: CreateReader) => reframed(response, body, createReader(eventBytesMax), finish)
  return found instanceof Promise ? found.then(reframe) : reframe(found)
}

function reframed(
  response: Response,
  body: ReadableStream<Uint8Array>,
  reader: FramingReader,
  finish: Finish,
): Response {
  /** A promise only where the chunk takes more than one step. */
  const pushed = (steps: Generator<void, Uint8Array, void>): Uint8Array | Promise<Uint8Array> => {
    const { done, value } = steps.next()
    if (done) return value
    return finish(steps).catch((cause: unknown) => {
      throw broken(cause)
    })
  }
  const events = body.pipeThrough(
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
