import type { Answer, Exchange } from './fake-upstream.ts'

type Headers = Record<string, string>

/** A whole answer with a JSON body. */
export const answerJson =
  (body: unknown, { status = 200, headers = {} }: { status?: number; headers?: Headers } = {}): Answer =>
  (exchange) =>
    answerWhole(exchange, status, { 'content-type': 'application/json', ...headers }, JSON.stringify(body))

/** A whole answer with any body. */
export const answerText =
  (body: string, { status = 200, headers = {} }: { status?: number; headers?: Headers } = {}): Answer =>
  (exchange) =>
    answerWhole(exchange, status, { 'content-type': 'text/plain', ...headers }, body)

/** A whole answer of bytes. */
export const answerBytes =
  (bytes: Uint8Array, headers: Headers = {}): Answer =>
  async (exchange) => {
    await exchange.write(buildHead(200, { 'content-length': String(bytes.length), ...headers }))
    await exchange.write(bytes)
  }

/**
 * Audio in chunks. `before` is awaited before the chunk with that number; at `cutAt` the connection is closed hard;
 * from `hangAt` on nothing is sent until the caller disconnects.
 */
export const answerPieces =
  (
    pieces: readonly Uint8Array[],
    how: { before?: Record<number, () => Promise<unknown>>; cutAt?: number; hangAt?: number } = {},
  ): Answer =>
  async (exchange) => {
    await exchange.write(buildHead(200, { 'content-type': 'audio/mpeg', 'transfer-encoding': 'chunked' }))
    for (const [index, piece] of pieces.entries()) {
      await how.before?.[index]?.()
      if (how.cutAt === index) return exchange.cut()
      if (how.hangAt === index) return exchange.request.left
      const chunk = [Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]
      await exchange.write(Buffer.concat(chunk))
    }
    await exchange.write('0\r\n\r\n')
  }

/** The error envelope of the OpenAI API. */
export const answerError = (status: number, message: string, more: object = {}, headers: Headers = {}): Answer =>
  answerJson({ error: { message, type: 'server_error', param: null, code: null, ...more } }, { status, headers })

export interface SseScript {
  status?: number
  headers?: Headers
  /** Sends `data: [DONE]` at the end. Default true. */
  done?: boolean
  /**
   * Awaited before the frame with this number (from 0), or before stopping there; the number of frames = the end
   * marker.
   */
  before?: Record<number, () => Promise<unknown>>
  /**
   * After this many frames: `cut` closes hard, `end` closes normally, `hang` is silent until the caller disconnects.
   */
  stopAfter?: { frames: number; how: 'cut' | 'end' | 'hang' }
  /** Bytes per write; absent = a frame per write. */
  bytesPerWrite?: number
  /** Name of the event of each frame; absent = none has one. */
  events?: readonly string[]
  /** Between lines; default `\n`. */
  newline?: string
  /** A comment before each frame; absent = none. */
  comment?: string
}

/** A stream of server-sent events, with one frame for each payload. */
export const answerSse =
  (payloads: readonly string[], script: SseScript = {}): Answer =>
  async (exchange) => {
    const { status = 200, headers = {}, done = true, before = {}, stopAfter, newline = '\n' } = script
    await exchange.write(
      buildHead(status, { 'content-type': 'text/event-stream', 'transfer-encoding': 'chunked', ...headers }),
    )
    const frames = [...payloads, ...(done ? ['[DONE]'] : [])]
    for (const [index, payload] of frames.entries()) {
      await before[index]?.()
      if (stopAfter?.frames === index) return stop(exchange, stopAfter.how)
      const name = script.events?.[index]
      const event = name === undefined ? '' : `event: ${name}${newline}`
      const comment = script.comment === undefined ? '' : `: ${script.comment}${newline}${newline}`
      const frame = `${comment}${event}data: ${payload}${newline}${newline}`
      await writeChunks(exchange, Buffer.from(frame), script.bytesPerWrite)
    }
    await before[frames.length]?.()
    if (stopAfter) return stop(exchange, stopAfter.how)
    await exchange.write('0\r\n\r\n')
  }

/** Events of an API whose events have names, as they come; `null` closes the connection hard. */
export const answerEvents =
  (events: (left: Promise<void>) => AsyncIterable<Record<string, unknown> | null>): Answer =>
  async (exchange) => {
    await exchange.write(buildHead(200, { 'content-type': 'text/event-stream', 'transfer-encoding': 'chunked' }))
    for await (const event of events(exchange.request.left)) {
      if (event === null) return exchange.cut()
      await writeChunks(exchange, Buffer.from(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`))
    }
    if (exchange.isOpen()) await exchange.write('0\r\n\r\n')
  }

/** A stream of JSON lines. */
export const answerLines =
  (lines: readonly unknown[], { stopAfter, bytesPerWrite, newline = '\n' }: SseScript = {}): Answer =>
  async (exchange) => {
    await exchange.write(buildHead(200, { 'content-type': 'application/x-ndjson', 'transfer-encoding': 'chunked' }))
    for (const [index, line] of lines.entries()) {
      if (stopAfter?.frames === index) return stop(exchange, stopAfter.how)
      await writeChunks(exchange, Buffer.from(JSON.stringify(line) + newline), bytesPerWrite)
    }
    if (stopAfter) return stop(exchange, stopAfter.how)
    await exchange.write('0\r\n\r\n')
  }

/** A stream of frames in bytes. */
export const answerFrames =
  (
    frames: readonly Uint8Array[],
    contentType: string,
    { stopAfter, bytesPerWrite }: Pick<SseScript, 'stopAfter' | 'bytesPerWrite'> = {},
  ): Answer =>
  async (exchange) => {
    await exchange.write(buildHead(200, { 'content-type': contentType, 'transfer-encoding': 'chunked' }))
    for (const [index, frame] of frames.entries()) {
      if (stopAfter?.frames === index) return stop(exchange, stopAfter.how)
      await writeChunks(exchange, frame, bytesPerWrite)
    }
    if (stopAfter) return stop(exchange, stopAfter.how)
    await exchange.write('0\r\n\r\n')
  }

/** Bytes unchanged, including the status line; then the connection is closed. */
export const answerRaw =
  (...parts: (string | Uint8Array)[]): Answer =>
  async (exchange) => {
    for (const part of parts) await exchange.write(part)
    exchange.cut()
  }

/** Accepts the request and never answers. Ends when the caller disconnects. */
export const hang: Answer = (exchange) => exchange.request.left

/** Accepts the request and closes the connection. */
export const cut: Answer = async (exchange) => exchange.cut()

async function answerWhole(exchange: Exchange, status: number, headers: Headers, body: string) {
  const length = String(Buffer.byteLength(body))
  await exchange.write(buildHead(status, { 'content-length': length, ...headers }) + body)
}

const buildHead = (status: number, headers: Headers): string =>
  `HTTP/1.1 ${status} Scripted\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

async function writeChunks(exchange: Exchange, bytes: Uint8Array, bytesPerWrite?: number): Promise<void> {
  const step = bytesPerWrite ?? bytes.length
  for (let at = 0; at < bytes.length && exchange.isOpen(); at += step) {
    const part = bytes.subarray(at, at + step)
    await exchange.write(Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]))
  }
}

async function stop(exchange: Exchange, how: 'cut' | 'end' | 'hang'): Promise<void> {
  if (how === 'cut') return exchange.cut()
  if (how === 'end') return exchange.write('0\r\n\r\n')
  await exchange.request.left
}

/** An answer of Anthropic Messages, for tests whose subject is elsewhere. */
export const plainMessage = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-a',
  stop_reason: 'end_turn',
  stop_sequence: null,
  content: [{ type: 'text', text: 'To the sea.' }],
  usage: { input_tokens: 10, output_tokens: 4 },
}
