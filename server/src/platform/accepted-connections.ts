import { openLibc } from './libc.ts'

export interface AcceptedConnection {
  descriptor: number
  /** The peer's address in hexadecimal. */
  address: string
  peerPort: number
  /** Bytes wait to be read by this process, or to be received by the peer. */
  hasBytes: boolean
}

export interface AcceptedConnections {
  list(): AcceptedConnection[]
  /** Shuts down both directions. The runtime then detects the end of the connection and frees the descriptor. */
  end(connection: AcceptedConnection): void
}

const socketCall = { args: ['i32', 'ptr', 'ptr'], returns: 'i32' } as const
const functions = {
  getsockname: socketCall,
  getpeername: socketCall,
  ioctl: { args: ['i32', 'u64', 'ptr'], returns: 'i32' },
  shutdown: { args: ['i32', 'i32'], returns: 'i32' },
} as const
const bothDirections = 2
const unreadBytes = 0x541b // FIONREAD
const unsentBytes = 0x5411 // TIOCOUTQ
/** AF_INET6; its address begins at byte 8, that of AF_INET at 4. */
const ipv6 = 10

/**
 * The connections that were accepted on `port`, from the operating system, because the runtime has no list of them.
 * `descriptorsMax`: no descriptor has a higher number. Null on systems other than Linux.
 */
export function createAcceptedConnections(port: number, descriptorsMax: number): AcceptedConnections | null {
  const libc = process.platform === 'linux' ? openLibc(functions) : null
  if (libc === null) return null
  const name = Buffer.alloc(128)
  const length = new Int32Array(1)
  const bytes = new Int32Array(1)
  const { getsockname, getpeername, ioctl, shutdown } = libc

  const hasName = (read: typeof getsockname, descriptor: number) => {
    length[0] = name.length
    return read(descriptor, name, length) === 0
  }
  const hasBytes = (descriptor: number, kind: number) =>
    ioctl(descriptor, BigInt(kind), bytes) === 0 && (bytes[0] ?? 0) > 0

  return {
    list() {
      const found: AcceptedConnection[] = []
      for (let descriptor = 3; descriptor < descriptorsMax; descriptor++) {
        if (!hasName(getsockname, descriptor) || name.readUInt16BE(2) !== port) continue
        // The listener itself has no peer.
        if (!hasName(getpeername, descriptor)) continue
        found.push({
          descriptor,
          peerPort: name.readUInt16BE(2),
          address: name.toString('hex', ...(name.readUInt16LE(0) === ipv6 ? [8, 24] : [4, 8])),
          hasBytes: hasBytes(descriptor, unreadBytes) || hasBytes(descriptor, unsentBytes),
        })
      }
      return found
    },
    end: ({ descriptor }) => void shutdown(descriptor, bothDirections),
  }
}
