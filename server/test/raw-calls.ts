import { connect, type Socket } from 'node:net'

/** A raw connection, for data that no HTTP client sends. */
export interface RawConnection {
  send(bytes: string): void
  /** All received data, once the server has closed the connection. */
  closed: Promise<string>
  /** The data so far, as soon as it contains `mark`. Rejects if the connection closes first. */
  waitFor(mark: string): Promise<string>
  disconnect(): void
}

export async function openConnection(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  let text = ''
  let isClosed = false
  let news = Promise.withResolvers<void>()
  const wake = () => {
    news.resolve()
    news = Promise.withResolvers()
  }
  const closed = Promise.withResolvers<string>()
  const socket = await new Promise<Socket>((resolve, reject) => {
    const opening = connect(Number(port), hostname, () => resolve(opening))
    opening.once('error', reject)
  })
  // A server may also close by a reset.
  socket.on('error', () => {})
  socket.setEncoding('utf8')
  socket.on('data', (part: string) => {
    text += part
    wake()
  })
  socket.on('close', () => {
    isClosed = true
    closed.resolve(text)
    wake()
  })
  return {
    send: (bytes) => void socket.write(bytes),
    closed: closed.promise,
    async waitFor(mark) {
      while (!text.includes(mark)) {
        if (isClosed) throw new Error(`closed before ${JSON.stringify(mark)} came: ${text}`)
        await news.promise
      }
      return text
    },
    disconnect: () => socket.destroy(),
  }
}

/** The bytes of a POST with JSON. */
export function buildPost(path: string, key: string, body: unknown, headers: Record<string, string> = {}): string {
  const text = JSON.stringify(body)
  const fields = {
    Host: 'gateway',
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
    ...headers,
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`
}
