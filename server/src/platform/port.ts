import { createServer } from 'node:net'

/**
 * Checks that the port of HOST and PORT is free, or finds a free one for PORT 0. Returns it. Rejects if it is in use.
 */
export async function findPort({ HOST, PORT }: { HOST: string; PORT: number }): Promise<number> {
  const server = createServer()
  return await new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(
        cause.code === 'EADDRINUSE'
          ? new Error(
              `Port ${PORT} is in use, perhaps by another server of this site. Stop that one, or choose another PORT.`,
              { cause },
            )
          : cause,
      ),
    )
    server.listen({ host: HOST, port: PORT, exclusive: true }, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : PORT))
    })
  })
}

/** Throws if another process listens on the port. Workers of other servers would share it silently. */
export async function assertPortIsFree(place: { HOST: string; PORT: number }): Promise<void> {
  if (place.PORT !== 0) await findPort(place)
}

/** The address to show to people: the wildcard address becomes `localhost`. */
export function addressForPeople(hostname: string, port: number): string {
  const host = ['0.0.0.0', '::', ''].includes(hostname) ? 'localhost' : hostname
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
