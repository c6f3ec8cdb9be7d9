import ipaddr from 'ipaddr.js'
import { createGrowingCache } from './growing-cache.ts'
import { isInNetwork, type Network } from './in-network.ts'

export interface ClientAddress {
  /** The caller's address in its shortest form. IPv4 inside IPv6 becomes IPv4. */
  ip: string
  isHttps: boolean
}

const peersMax = 10_000

/**
 * Finds the caller's address. Forwarding headers count only when the peer is one of `trusted` (comma list of addresses
 * and CIDR ranges): the caller is then the rightmost hop that is not itself trusted. Throws when `trusted` is not
 * such a list. `*` is refused, because anyone could then claim any address.
 */
export function createClientAddress(trusted: string) {
  const networks = parseNetworks(trusted)
  // A connection makes many calls, so its peer is parsed once.
  const peers = createGrowingCache<string, { ip: string; isTrusted: boolean }>(peersMax)
  return function clientAddress(peer: string, request: Request): ClientAddress {
    const known = peers.get(peer) ?? remember(peer)
    const direct = { ip: known.ip, isHttps: request.url.startsWith('https:') }
    if (!known.isTrusted) return direct
    const hops = listOf(request.headers.get('x-forwarded-for'))
    const proto = listOf(request.headers.get('x-forwarded-proto')).at(-1)
    return {
      ip: rightmostUntrusted(hops, networks) ?? direct.ip,
      isHttps: proto === undefined ? direct.isHttps : proto.toLowerCase() === 'https',
    }
  }

  function remember(peer: string) {
    const ip = normalise(peer)
    const known = { ip, isTrusted: isWithin(ip, networks) }
    peers.set(peer, known)
    return known
  }
}

/** Addresses that share a limit: an IPv6 caller owns a whole /64. */
export function networkOf(ip: string): string {
  if (!ipaddr.IPv6.isValid(ip)) return ip
  return `${ipaddr.IPv6.parse(ip).toByteArray().slice(0, 8).join('.')}/64`
}

export const isLoopback = (ip: string): boolean => ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'loopback'

function parseNetworks(text: string): Network[] {
  return listOf(text).map((entry) => {
    try {
      if (entry.includes('/')) return ipaddr.parseCIDR(entry)
      const address = ipaddr.process(entry)
      return [address, address.kind() === 'ipv4' ? 32 : 128] as const
    } catch {
      throw new Error(`TRUSTED_PROXIES: "${entry}" is not an address or CIDR range`)
    }
  })
}

/** A hop that is not an address ends the search: nothing to its left can be trusted. */
function rightmostUntrusted(hops: string[], networks: readonly Network[]): string | undefined {
  for (const hop of hops.reverse()) {
    const bare = hop.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    if (!ipaddr.isValid(bare)) return undefined
    const ip = normalise(bare)
    if (!isWithin(ip, networks)) return ip
  }
  return undefined
}

function isWithin(ip: string, networks: readonly Network[]): boolean {
  if (!ipaddr.isValid(ip)) return false
  const address = ipaddr.process(ip)
  return networks.some((network) => isInNetwork(address, network))
}

const normalise = (ip: string): string => (ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : ip)

const listOf = (text: string | null): string[] =>
  (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
