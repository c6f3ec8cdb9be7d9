import type { CallUpstream, UpstreamRequest } from './call-upstream.ts'
import { HandshakeRefused, type OpenSocket, type UpstreamSocket } from './open-socket.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** `callUpstream`, with calls to addresses `ws://` and `wss://` made over a WebSocket. */
export function withSockets(callUpstream: CallUpstream, openSocket: OpenSocket): CallUpstream {
  return (request) => (isSocketUrl(request.url) ? callBySocket(openSocket, request) : callUpstream(request))
}

export const isSocketUrl = (url: string): boolean => /^wss?:/.test(url)

/**
 * One call on a connection of its own: the body is the only message sent, and each message received is one server-sent
 * event of the answer. A refused handshake is an answer with its status. Throws GatewayError as `openSocket` does.
 */
export async function callBySocket(
  openSocket: OpenSocket,
  request: Pick<UpstreamRequest, 'url' | 'headers' | 'body' | 'proxy' | 'signal' | 'isLastMessage'>,
): Promise<Response> {
  const { headers, proxy, signal } = request
  const url = request.url.replace(/^ws/, 'http')
  let socket: UpstreamSocket
  try {
    socket = await openSocket({ url, headers, proxy, signal, protocols: [] })
  } catch (cause) {
    if (!(cause instanceof HandshakeRefused)) throw cause
    // Success without an upgrade is no answer.
    return new Response(null, { status: cause.status < 300 ? 502 : cause.status })
  }
  socket.send(decoder.decode(request.body))
  const events = eventsOf(socket, request)
  return new Response(events, { headers: { 'content-type': 'text/event-stream' } })
}

/** What is not read stays in the connection, which is paused meanwhile. */
function eventsOf(
  socket: UpstreamSocket,
  { signal, isLastMessage }: Pick<UpstreamRequest, 'signal' | 'isLastMessage'>,
): ReadableStream<Uint8Array> {
  let release = () => {}
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const onAbort = () => {
        release()
        socket.terminate()
        controller.error(signal.reason)
      }
      const finish = () => {
        release()
        socket.close()
        controller.close()
      }
      release = () => {
        signal.removeEventListener('abort', onAbort)
        socket.onmessage = null
        socket.onclose = null
      }
      socket.onclose = finish
      // Binary messages arrive as ArrayBuffer, the `binaryType` of the socket.
      socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
        const message = typeof data === 'string' ? data : decoder.decode(data)
        controller.enqueue(eventOf(message))
        if (isLastMessage?.(message)) finish()
        else if ((controller.desiredSize ?? 0) <= 0) socket.pause()
      }
      signal.addEventListener('abort', onAbort)
      if (signal.aborted) onAbort()
    },
    pull: () => void socket.resume(),
    cancel() {
      release()
      socket.close()
    },
  })
}

/** JSON has raw line breaks only between its values: a space may replace them. */
const eventOf = (message: string): Uint8Array => encoder.encode(`data: ${message.replace(/[\r\n]+/g, ' ')}\n\n`)
