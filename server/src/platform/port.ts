import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'

/**
 * Checks that the port of HOST and PORT is free, or finds a free one for PORT 0. Returns it. Rejects if it is in use.
 */
export async function findPort({ HOST, PORT }: { HOST: string; PORT: number }): Promise<number> {
  const server = createServer()
  return await new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(explainListening(cause.code ?? cause.message, { HOST, PORT }, cause)),
    )
    server.listen({ host: HOST, port: PORT, exclusive: true }, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : PORT))
    })
  })
}

function explainListening(code: string, { HOST, PORT }: { HOST: string; PORT: number }, cause: Error): Error {
  if (code === 'EADDRINUSE')
    return new Error(
      `Port ${PORT} is in use, perhaps by another server of this site. Stop that one, or choose another PORT.`,
      { cause },
    )
  if (code === 'EACCES')
    return new Error(`This user may not listen on port ${PORT}. Choose a PORT from 1024 on, behind a proxy.`, { cause })
  return new Error(
    `The server cannot listen on ${HOST}, port ${PORT} (${code}). HOST must be an address of this machine: 127.0.0.1 ` +
      'for this machine alone, 0.0.0.0 for all of its addresses.',
    { cause },
  )
}

/** Throws if another process listens on the port. Workers of other servers would share it silently. */
export async function assertPortIsFree(place: { HOST: string; PORT: number }): Promise<void> {
  if (place.PORT !== 0) await findPort(place)
}

const wildcards = ['0.0.0.0', '::', '']

/** The address to show to people: the wildcard address becomes `localhost`. */
export const addressForPeople = (hostname: string, port: number): string =>
  addressOf(wildcards.includes(hostname) ? 'localhost' : hostname, port)

/** The address for a program on this machine. A name may lead to another family of addresses. */
export function addressOnThisMachine(hostname: string, port: number): string {
  if (!wildcards.includes(hostname)) return addressOf(hostname, port)
  return addressOf(hostname === '::' ? '::1' : '127.0.0.1', port)
}

/** The addresses at which a server that listens on `hostname` can be reached: for a wildcard those of this machine. */
export function listeningAddresses(hostname: string, port: number): string[] {
  if (!wildcards.includes(hostname)) return [addressOf(hostname, port)]
  const families = hostname === '::' ? ['IPv4', 'IPv6'] : ['IPv4']
  const found = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    // A link-local address needs the name of its interface, which differs from machine to machine.
    .filter(({ family, address }) => families.includes(family) && !/^fe80:/i.test(address))
  return [...new Set(found.map(({ address }) => addressOf(address, port)))]
}

const addressOf = (host: string, port: number): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`
