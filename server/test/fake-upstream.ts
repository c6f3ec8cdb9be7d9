import { createServer, type Server, type Socket } from 'node:net'
import { createArrivals } from './arrivals.ts'
import { createInput, readRequest } from './read-http-request.ts'

/** The port of `npm run upstream`, unless it is given one. */
export const fakeUpstreamPort = 4010

/** The gateway's request in one call. */
export interface UpstreamRequest {
  method: string
  /** With the query. */
  path: string
  /** Names in lower case. */
  headers: Record<string, string>
  body: string
  bytes: Buffer
  /** The body as JSON. Throws if it is not JSON. */
  json(): Record<string, unknown>
  /** Resolves when the caller closes the connection before the answer is complete. Never rejects. */
  left: Promise<void>
}

/** The raw connection of one call, for an answer to use. */
export interface Exchange {
  request: UpstreamRequest
  /** Writes exactly these bytes. Waits while the caller does not read. */
  write(bytes: string | Uint8Array): Promise<void>
  /** Closes the connection after the written data, without the end of the answer. */
  cut(): void
  isOpen(): boolean
}

/** Answers one call. The connection is reused when it returns; `exchange.cut()` ends it. */
export type Answer = (exchange: Exchange) => Promise<void>

export interface FakeUpstream {
  /** Base URL without a trailing slash. */
  url: string
  /** All calls so far, oldest first. */
  requests: UpstreamRequest[]
  /** The answer from now on. Clears the queue. */
  answerWith(answer: Answer): void
  /** Answers for the next calls, in order; later calls get the permanent answer again. */
  queue(...answers: Answer[]): void
  /** The call number `index` (from 0), as soon as it has arrived. */
  requestAt(index: number): Promise<UpstreamRequest>
  close(): Promise<void>
}

/** An upstream on a free loopback port whose behaviour the test controls. */
export async function startFakeUpstream(firstAnswer: Answer, port = 0): Promise<FakeUpstream> {
  const requests: UpstreamRequest[] = []
  const queued: Answer[] = []
  const sockets = new Set<Socket>()
  const arrivals = createArrivals(requests)
  let answer = firstAnswer

  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    void serve(socket, (request) => {
      requests.push(request)
      arrivals.notify()
      return queued.shift() ?? answer
    })
  })
  const bound = await listen(server, port)

  return {
    url: `http://127.0.0.1:${bound}`,
    requests,
    answerWith(next) {
      queued.length = 0
      answer = next
    },
    queue: (...answers) => void queued.push(...answers),
    requestAt: arrivals.at,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

async function serve(socket: Socket, answerFor: (request: UpstreamRequest) => Answer): Promise<void> {
  socket.on('error', () => {}) // Many tests have a caller that disconnects.
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  // Half-closed counts as disconnected: no caller here closes its side before the answer.
  const ended = new Promise<void>((resolve) => socket.once('end', () => resolve()))
  const input = createInput(socket)
  while (!socket.destroyed) {
    const parsed = await readRequest(input)
    if (!parsed) break
    let isAnswered = false
    const left = new Promise<void>((resolve) => {
      void Promise.race([closed, ended]).then(() => isAnswered || resolve())
    })
    const request = { ...parsed, json: () => JSON.parse(parsed.body), left }
    await answerFor(request)({
      request,
      write: (bytes) => write(socket, bytes),
      // Not by a reset, which could discard bytes that the caller has not read yet.
      cut: () => socket.destroySoon(),
      isOpen: () => !socket.destroyed && socket.writable,
    })
    isAnswered = true
  }
  socket.destroy()
}

function write(socket: Socket, bytes: string | Uint8Array): Promise<void> {
  if (socket.destroyed || !socket.writable) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      socket.off('close', done)
      resolve()
    }
    socket.once('close', done)
    socket.write(bytes, done)
  })
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      if (address && typeof address === 'object') resolve(address.port)
    })
  })
}
