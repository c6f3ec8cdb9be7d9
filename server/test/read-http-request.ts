import type { Socket } from 'node:net'

export interface RawRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: string
  /** The body as received. */
  bytes: Buffer
}

/** The data of a connection, in order. */
export interface Input {
  rest: Buffer
  /** Whether more bytes arrived before the connection closed. */
  waitForMore(): Promise<boolean>
}

export function createInput(socket: Socket): Input {
  let isOpen = true
  let news = Promise.withResolvers<void>()
  const wake = () => {
    news.resolve()
    news = Promise.withResolvers()
  }
  const input: Input = {
    rest: Buffer.alloc(0),
    async waitForMore() {
      const had = input.rest.length
      while (isOpen && input.rest.length === had) await news.promise
      return input.rest.length > had
    },
  }
  socket.on('data', (bytes: Buffer) => {
    input.rest = Buffer.concat([input.rest, bytes])
    wake()
  })
  for (const event of ['end', 'close'] as const)
    socket.on(event, () => {
      isOpen = false
      wake()
    })
  return input
}

/** The next request on a connection; null if it closes first. Bodies by length or in chunks. */
export async function readRequest(input: Input): Promise<RawRequest | null> {
  const head = await readUntil(input, '\r\n\r\n')
  if (head === null) return null
  const [requestLine = '', ...lines] = head.split('\r\n')
  const [method = '', path = ''] = requestLine.split(' ')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const body = await readBody(input, headers)
  return body === null ? null : { method, path, headers, body: body.toString('utf8'), bytes: body }
}

async function readBody(input: Input, headers: Record<string, string>): Promise<Buffer | null> {
  if (headers['transfer-encoding']?.toLowerCase() !== 'chunked')
    return readBytes(input, Number(headers['content-length'] ?? 0))
  const parts: Buffer[] = []
  for (;;) {
    const size = await readUntil(input, '\r\n')
    if (size === null) return null
    const part = await readBytes(input, Number.parseInt(size, 16) + 2)
    if (part === null) return null
    if (part.length === 2) return Buffer.concat(parts)
    parts.push(part.subarray(0, -2))
  }
}

async function readUntil(input: Input, mark: string): Promise<string | null> {
  for (;;) {
    const at = input.rest.indexOf(mark)
    if (at >= 0) {
      const text = input.rest.subarray(0, at).toString('latin1')
      input.rest = input.rest.subarray(at + mark.length)
      return text
    }
    if (!(await input.waitForMore())) return null
  }
}

async function readBytes(input: Input, length: number): Promise<Buffer | null> {
  while (input.rest.length < length) if (!(await input.waitForMore())) return null
  const bytes = input.rest.subarray(0, length)
  input.rest = input.rest.subarray(length)
  return bytes
}
