import type { Server } from 'node:net'

/** Starts `server` on a free local port, which it returns. */
export async function listenLocally(server: Server): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port')
  return address.port
}

/** An HTTP server on a free local port. */
export const serveLocally = (fetch: (request: Request) => Response | Promise<Response>): Bun.Server<undefined> =>
  Bun.serve({ port: 0, hostname: '127.0.0.1', fetch })
