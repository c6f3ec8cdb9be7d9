import { OpenAIRealtimeWebSocket } from 'openai/realtime/websocket'
import type { FakeRealtime } from './fake-realtime.ts'
import type { TestServer } from './test-server.ts'

const NativeSocket = globalThis.WebSocket

/**
 * The official client requires TLS, which a proxy before the gateway terminates. Returns a function that undoes the
 * change.
 */
export function withoutTls(): () => void {
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
  const waiting = new Set<() => void>()
  const closed = new Promise<number>((resolve) => client.socket.addEventListener('close', ({ code }) => resolve(code)))
  client.on('error', () => {})
  client.on('event', (event) => {
    events.push(event as never)
    for (const look of [...waiting]) look()
  })
  const heard = (type: string, from = 0) =>
    new Promise<Event>((resolve) => {
      const look = () => {
        const event = events.slice(from).find((one) => one.type === type)
        if (!event) return
        waiting.delete(look)
        resolve(event)
      }
      waiting.add(look)
      look()
    })
  await heard('session.created')
  return { client, events, heard, closed, lastRow, far: await upstream.connectionAt(index) }
}
