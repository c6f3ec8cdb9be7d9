import { connect, createServer, type Socket } from 'node:net'

export interface FakeSocks {
  port: number
  /** Requested targets, oldest first; `name` = the proxy resolves the name. */
  targets: { kind: 'address' | 'name'; host: string }[]
  close(): void
}

const noLogin = 0
const withLogin = 2

/** A SOCKS5 proxy on a free loopback port (RFC 1928, RFC 1929). Every name resolves to this machine. */
export async function startFakeSocks(login?: { user: string; password: string }): Promise<FakeSocks> {
  const targets: FakeSocks['targets'] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    void serve(socket, login ?? null, targets).catch(() => socket.destroy())
  })
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    }),
  )
  return {
    port,
    targets: targets,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

async function serve(
  socket: Socket,
  login: { user: string; password: string } | null,
  targets: FakeSocks['targets'],
): Promise<void> {
  const take = createReader(socket)
  const [, methodCount = 0] = await take(2)
  const methods = await take(methodCount)
  const method = login ? withLogin : noLogin
  socket.write(Buffer.from([5, methods.includes(method) ? method : 255]))
  if (login) {
    const user = await take((await take(2))[1] ?? 0)
    const password = await take((await take(1))[0] ?? 0)
    const isRight = user.toString() === login.user && password.toString() === login.password
    socket.write(Buffer.from([1, isRight ? 0 : 1]))
    if (!isRight) return void socket.end()
  }
  const kind = (await take(4))[3] === 1 ? 'address' : 'name'
  const host = kind === 'address' ? [...(await take(4))].join('.') : (await take((await take(1))[0] ?? 0)).toString()
  const port = (await take(2)).readUInt16BE()
  targets.push({ kind, host })
  const upstream = connect(port, '127.0.0.1', () => {
    socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]))
    socket.pipe(upstream).pipe(socket)
  })
  upstream.on('error', () => socket.destroy()).on('close', () => socket.destroy())
  socket.on('close', () => upstream.destroy())
}

/** Reads this many bytes at a time; the rest stays buffered. */
const createReader = (socket: Socket) => async (length: number) => {
  for (;;) {
    const bytes: Buffer | null = length === 0 ? Buffer.alloc(0) : socket.read(length)
    if (bytes) return bytes
    await new Promise<void>((resolve, reject) => {
      socket.once('readable', resolve)
      socket.once('close', reject)
    })
  }
}
