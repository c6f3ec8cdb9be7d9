import { readFile } from 'node:fs/promises'
import ipaddr from 'ipaddr.js'

export interface Connection {
  /** The port of this server. */
  port: number
  peerAddress: string
  peerPort: number
}

/** What the system lists for the side that closed first: FIN_WAIT1, FIN_WAIT2, TIME_WAIT and CLOSING. */
const closedFirst: ReadonlySet<string> = new Set(['04', '05', '06', '0B'])

/** One reading for all connections that end in one turn of the event loop. */
let reading: Promise<ReadonlySet<string>> | null = null

/**
 * Whether this server ended a connection that is over, and not its peer. The runtime reports both alike. False on
 * systems other than Linux, and for a connection that a reset ended.
 */
export async function wasClosedHere({ port, peerAddress, peerPort }: Connection): Promise<boolean> {
  if (process.platform !== 'linux' || !ipaddr.isValid(peerAddress)) return false
  reading ??= new Promise((resolve) =>
    setImmediate(() => {
      reading = null
      resolve(listClosedFirst())
    }),
  )
  return (await reading).has(keyOf(port, peerPort, ipaddr.process(peerAddress)))
}

async function listClosedFirst(): Promise<ReadonlySet<string>> {
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'latin1').catch(() => '')),
  )
  const found = new Set<string>()
  for (const [, localPort = '', peer = '', peerPort = '', state = ''] of tables
    .join('\n')
    .matchAll(/^ *\d+: [\dA-F]+:([\dA-F]{4}) ([\dA-F]+):([\dA-F]{4}) ([\dA-F]{2}) /gm))
    if (closedFirst.has(state)) found.add(keyOf(parseHex(localPort), parseHex(peerPort), parsePeer(peer)))
  return found
}

const parseHex = (digits: string): number => Number.parseInt(digits, 16)

/** Words of four bytes in the order of the machine. */
function parsePeer(digits: string): ipaddr.IPv4 | ipaddr.IPv6 {
  const bytes = Buffer.from(digits, 'hex').swap32()
  const address = ipaddr.fromByteArray([...bytes])
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}

const keyOf = (port: number, peerPort: number, peer: ipaddr.IPv4 | ipaddr.IPv6): string =>
  `${port} ${peerPort} ${peer.toNormalizedString()}`
