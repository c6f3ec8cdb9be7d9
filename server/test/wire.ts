import { connect, createServer, type Socket } from 'node:net'

/** A connection to a server that a test can interrupt. */
export interface Wire {
  readonly port: number
  /** Behaves as if the server's machine were lost: connections stay open and silent. */
  silence(): void
  /** Behaves as if the server had stopped: connections end, and new ones are closed. */
  cut(): void
  /** New connections are forwarded again. */
  restore(): void
  close(): void
}

/** Forwards connections on a free loopback port to the server in `url`. */
export async function startWire(url: string): Promise<Wire> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let state: 'open' | 'silent' | 'cut' = 'open'
  const server = createServer((clientSocket) => {
    if (state === 'cut') return void clientSocket.destroy()
    const serverSocket = connect(Number(target.port), target.hostname)
    for (const socket of [clientSocket, serverSocket]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    clientSocket.on('close', () => serverSocket.destroy())
    serverSocket.on('close', () => clientSocket.destroy())
    if (state === 'silent') return
    clientSocket.pipe(serverSocket)
    serverSocket.pipe(clientSocket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    silence() {
      state = 'silent'
      for (const socket of sockets) socket.unpipe().pause()
    },
    cut() {
      state = 'cut'
      endAll()
    },
    restore() {
      state = 'open'
    },
    close() {
      server.close()
      endAll()
    },
  }
}

/** The same address through the wire. */
export function throughWire(url: string, wire: Wire): string {
  const changed = new URL(url)
  changed.hostname = '127.0.0.1'
  changed.port = String(wire.port)
  return changed.href
}
