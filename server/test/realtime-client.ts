import { OpenAIRealtimeWebSocket } from 'openai/realtime/websocket'
import { createArrivals } from './arrivals.ts'
import type { FakeRealtime } from './fake-realtime.ts'
import type { TestServer } from './test-server.ts'

const NativeSocket = globalThis.WebSocket

/**
 * Makes the official client, which requires TLS, connect without it: in production a proxy terminates TLS. Returns a
 * function that undoes the change.
 */
export function disableTls(): () => void {
  globalThis.WebSocket = class extends NativeSocket {
    constructor(url: string | URL, protocols?: string | string[] | Bun.WebSocketOptions) {
      super(String(url).replace(/^wss:/, 'ws:'), protocols as string[])
    }
  }
  return () => {
    globalThis.WebSocket = NativeSocket
  }
}

type Event = Record<string, unknown> & { type: string }

/** A session of the official client, and the events it receives. */
export async function openRealtime(
  { server, upstream }: { server: TestServer; upstream: FakeRealtime },
  key: string,
  model: string,
) {
  const index = upstream.connections.length
  const lastRow = (await server.logs())[0]?.id ?? 0
  const client = new OpenAIRealtimeWebSocket({ model, dangerouslyAllowBrowser: true }, server.openai(key))
  const events: Event[] = []
  const arrivals = createArrivals(events)
  const closed = new Promise<number>((resolve) => client.socket.addEventListener('close', ({ code }) => resolve(code)))
  client.on('error', () => {})
  client.on('event', (event) => {
    // The package's types have no index signature.
    events.push(event as never)
    arrivals.notify()
  })
  /** The first event of this type after the first `from` events, as soon as it is received. */
  const waitForEvent = (type: string, from = 0) =>
    arrivals.waitFor(() => events.slice(from).find((event) => event.type === type))
  await waitForEvent('session.created')
  return { client, events, waitForEvent, closed, lastRow, connection: await upstream.connectionAt(index) }
}
