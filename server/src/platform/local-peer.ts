import { readFileSync } from 'node:fs'
import { isLoopback } from './client-address.ts'

/** The other end of a connection, and the port on which it arrived. */
export interface Peer {
  address: string
  port: number
  serverPort: number
}

/** Headers by which proxies say whom they call for. */
const forwardingHeaders = /^(x-forwarded(-.*)?|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/

/**
 * Whether a person at this machine sent the request, as far as that can be known. The address alone does not say it:
 * a proxy on this machine has a loopback address, too, and may forward without a word of it. So the request has no
 * sign of a proxy, names this machine as its host and its origin (a page of another site cannot do that), and on
 * Linux its connection belongs to the user of this process or to the system's administrator: proxies and tunnels
 * usually run as other users.
 */
export function isLocalPerson(request: Request, peer: Peer, owner = ownerOfConnection): boolean {
  if (!isLoopback(peer.address)) return false
  for (const name of request.headers.keys()) if (forwardingHeaders.test(name)) return false
  if (!namesThisMachine(request.url)) return false
  const origin = request.headers.get('origin')
  if (origin !== null && !namesThisMachine(origin)) return false
  if (process.platform !== 'linux') return true
  const user = owner(peer)
  return user !== null && (user === 0 || user === process.getuid?.())
}

function namesThisMachine(address: string): boolean {
  const host = URL.parse(address)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  return host === 'localhost' || isLoopback(host)
}

/** The user whose process holds the other end of a connection within this machine; null = unknown. */
function ownerOfConnection({ port, serverPort }: Peer): number | null {
  const hexadecimal = (number: number) => number.toString(16).toUpperCase().padStart(4, '0')
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const line = readLines(table).find(([, local = '', remote = '']) => {
      return local.endsWith(`:${hexadecimal(port)}`) && remote.endsWith(`:${hexadecimal(serverPort)}`)
    })
    const user = Number(line?.[7])
    if (line !== undefined && Number.isInteger(user)) return user
  }
  return null
}

/** Words of each line: number, local and remote address, state, queues, timers, retransmits, user, … */
function readLines(path: string): string[][] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
  } catch {
    return []
  }
}
