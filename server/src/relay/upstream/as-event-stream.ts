import { GatewayError } from '../../core/errors.ts'
import { createEventStreamReader } from '../../protocols/aws-event-stream/to-sse.ts'

/** An answer with another framing of events, as server-sent events; any other answer unchanged. */
export function asEventStream(response: Response, messageBytesMax: number): Response {
  if (!response.headers.get('content-type')?.startsWith('application/vnd.amazon.eventstream')) return response
  if (!response.body || !response.ok) return response
  const reader = createEventStreamReader(messageBytesMax)
  const events = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const bytes = orBroken(() => reader.push(chunk))
        if (bytes.length > 0) controller.enqueue(bytes)
      },
      flush: () => orBroken(() => reader.end()),
    }),
  )
  const headers = new Headers(response.headers)
  headers.set('content-type', 'text/event-stream')
  return new Response(events, { status: response.status, headers })
}

function orBroken<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    const code = cause instanceof RangeError ? 'upstream_response_too_large' : 'upstream_stream_cut'
    throw new GatewayError(code, {}, { cause, detail: String(cause) })
  }
}
