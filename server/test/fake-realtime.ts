import type { ServerWebSocket } from 'bun'
import { createArrivals } from './arrivals.ts'

type Wire = Record<string, unknown>

/** A connection of the gateway to the fake. */
export interface RealtimeConnection {
  url: string
  headers: Headers
  /** Events that the gateway sent, in order. */
  received: Wire[]
  /** The event number `index` (from 0), as soon as it has arrived. */
  eventAt(index: number): Promise<Wire>
  send(event: Wire): number
  close(code?: number, reason?: string): void
  /** Ends the connection without a close frame. */
  cut(): void
  /** Stops reading what the gateway sends, and continues. */
  pause(): void
  resume(): void
  /** Bytes sent but not received. */
  waiting(): number
  closed: Promise<number>
}

/**
 * OpenAI's Realtime API by its reference (https://platform.openai.com/docs/api-reference/realtime, read 2026-11-22):
 * sends `session.created`, and then what the test requests.
 */
export interface FakeRealtime {
  url: string
  connections: RealtimeConnection[]
  connectionAt(index: number): Promise<RealtimeConnection>
  /** The status of the next handshakes; null = they succeed. */
  refuseWith(status: number | null): void
  close(): Promise<void>
}

interface Data {
  connection: RealtimeConnection
  onMessage(event: Wire): void
  onClose(code: number): void
  socket: PromiseWithResolvers<ServerWebSocket<Data>>
}

/** `isLive` = Google's Live API: it sends no greeting, and its messages are binary frames. */
export function startFakeRealtime({ isLive = false }: { isLive?: boolean } = {}): FakeRealtime {
  const connections: RealtimeConnection[] = []
  const arrivals = createArrivals(connections)
  let refusal: number | null = null
  const server = Bun.serve<Data>({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request, self) {
      if (refusal !== null) return Response.json({ error: { message: 'no' } }, { status: refusal })
      return self.upgrade(request, { data: createConnection(request) })
        ? undefined
        : new Response(null, { status: 426 })
    },
    websocket: {
      maxPayloadLength: 64 * 1_048_576,
      backpressureLimit: 1_024 * 1_048_576,
      open(socket) {
        const model = new URL(socket.data.connection.url).searchParams.get('model')
        socket.data.socket.resolve(socket)
        socket.data.connection.send = (event) => {
          const text = JSON.stringify(event)
          return socket.send(isLive ? Buffer.from(text) : text)
        }
        socket.data.connection.close = (code = 1_000, reason = '') => socket.close(code, reason)
        socket.data.connection.cut = () => socket.terminate()
        socket.data.connection.waiting = () => socket.getBufferedAmount()
        socket.data.connection.pause = () => void socket.pause()
        socket.data.connection.resume = () => void socket.resume()
        if (!isLive)
          socket.data.connection.send({
            type: 'session.created',
            event_id: 'event_0',
            session: {
              type: 'realtime',
              object: 'realtime.session',
              id: 'sess_1',
              model,
              audio: { output: { format: { type: 'audio/pcm', rate: 24_000 }, voice: 'marin' } },
            },
          })
        connections.push(socket.data.connection)
        arrivals.notify()
      },
      message: (socket, message) => socket.data.onMessage(JSON.parse(String(message)) as Wire),
      close: (socket, code) => socket.data.onClose(code),
    },
  })

  function createConnection(request: Request): Data {
    const received: Wire[] = []
    const events = createArrivals(received)
    const closed = Promise.withResolvers<number>()
    const failUnopened = () => {
      throw new Error('the connection is not open')
    }
    return {
      socket: Promise.withResolvers(),
      onMessage(event) {
        received.push(event)
        events.notify()
      },
      onClose: (code) => closed.resolve(code),
      connection: {
        url: request.url,
        headers: request.headers,
        received,
        eventAt: events.at,
        send: failUnopened,
        close: failUnopened,
        cut: failUnopened,
        waiting: failUnopened,
        pause: failUnopened,
        resume: failUnopened,
        closed: closed.promise,
      },
    }
  }

  return {
    url: `http://127.0.0.1:${server.port}`,
    connections,
    connectionAt: arrivals.at,
    refuseWith: (status) => {
      refusal = status
    },
    close: () => server.stop(true),
  }
}

/** `response.done` with token counts by kind. */
export const responseDone = (usage: {
  text: number
  audio: number
  cachedAudio?: number
  outputText: number
  outputAudio: number
}): Wire => ({
  type: 'response.done',
  event_id: 'event_done',
  response: {
    object: 'realtime.response',
    id: 'resp_1',
    status: 'completed',
    output: [{ id: 'item_1', type: 'message', role: 'assistant', content: [] }],
    usage: {
      total_tokens: usage.text + usage.audio + usage.outputText + usage.outputAudio,
      input_tokens: usage.text + usage.audio,
      output_tokens: usage.outputText + usage.outputAudio,
      input_token_details: {
        text_tokens: usage.text,
        audio_tokens: usage.audio,
        cached_tokens: usage.cachedAudio ?? 0,
        cached_tokens_details: { text_tokens: 0, audio_tokens: usage.cachedAudio ?? 0 },
      },
      output_token_details: { text_tokens: usage.outputText, audio_tokens: usage.outputAudio },
    },
  },
})

/** The transcription of 2 text tokens and 20 tokens of sound, in 5 tokens. */
export const transcriptionDone = {
  type: 'conversation.item.input_audio_transcription.completed',
  event_id: 'e',
  item_id: 'i',
  content_index: 0,
  transcript: 'hello',
  usage: {
    type: 'tokens',
    total_tokens: 27,
    input_tokens: 22,
    output_tokens: 5,
    input_token_details: { text_tokens: 2, audio_tokens: 20 },
  },
} as const
