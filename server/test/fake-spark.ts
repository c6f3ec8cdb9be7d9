import { recordOf } from '@sluice/contract/read-json'
import type { ServerWebSocket } from 'bun'

type Wire = Record<string, unknown>

/** What the fake does with a connection. */
type SparkScript =
  /** `then` is done after the frames; absent = the connection stays open. */
  { frames: readonly Wire[]; then?: 'close' | 'cut' } | { refusal: number }

/** A connection of the gateway. */
interface SparkConnection {
  url: URL
  headers: Headers
  /** The only message of a call. */
  message: Wire
  closed: Promise<void>
}

export interface FakeSpark {
  url: string
  connections: SparkConnection[]
  /** The script of the next connection; those before it are used first. */
  queue(script: SparkScript): void
  close(): Promise<void>
}

interface Data {
  url: URL
  headers: Headers
  script: Exclude<SparkScript, { refusal: number }>
  closed: PromiseWithResolvers<void>
}

/**
 * The WebSocket API of Spark by its reference (https://www.xfyun.cn/doc/spark/Web.html, read 2026-11-20): a connection
 * for each call, whose first message is the question.
 */
export function startFakeSpark(): FakeSpark {
  const connections: SparkConnection[] = []
  const scripts: SparkScript[] = []
  const server = Bun.serve<Data>({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request, self) {
      const script = scripts.shift() ?? { refusal: 500 }
      if ('refusal' in script)
        return Response.json({ message: 'HMAC signature does not match' }, { status: script.refusal })
      const data: Data = {
        url: new URL(request.url),
        headers: request.headers,
        script,
        closed: Promise.withResolvers<void>(),
      }
      return self.upgrade(request, { data }) ? undefined : new Response(null, { status: 426 })
    },
    websocket: {
      message(socket: ServerWebSocket<Data>, message) {
        const { url, headers, script, closed } = socket.data
        connections.push({
          url,
          headers,
          closed: closed.promise,
          message: recordOf(JSON.parse(String(message))),
        })
        for (const frame of script.frames) socket.send(JSON.stringify(frame, null, 1))
        if (script.then === 'close') socket.close(1_000)
        if (script.then === 'cut') socket.terminate()
      },
      close: (socket) => socket.data.closed.resolve(),
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    connections,
    queue: (script) => void scripts.push(script),
    close: () => server.stop(true),
  }
}

/** A frame of an answer. */
export const sparkFrame = (text: object, { status = 1, more = {} }: { status?: number; more?: Wire } = {}) => ({
  header: { code: 0, message: 'Success', sid: 'cht000cb087@dx18793cd421fb894542', status },
  payload: { choices: { status, seq: 0, text: [{ role: 'assistant', index: 0, ...text }] }, ...more },
})

/** The error frame of `code`. */
export const sparkError = (code: number, message: string) => ({
  header: { code, message, sid: 'cht000', status: 2 },
})

/** An answer of three parts, with 100 tokens in and 20 out. */
export const sparkAnswer: readonly Wire[] = [
  sparkFrame({ content: 'The' }, { status: 0 }),
  sparkFrame({ content: ' river' }),
  sparkFrame(
    { content: ' runs.' },
    {
      status: 2,
      more: {
        usage: { text: { question_tokens: 4, prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } },
      },
    },
  ),
]
