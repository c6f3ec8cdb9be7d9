import { makeReason, type Reason } from '@sluice/contract/error-reasons'
import ipaddr from 'ipaddr.js'
import { isAddress } from '../../core/address-list.ts'
import { isInNetwork, type Network } from '../in-network.ts'

/** Hosts at which cloud providers serve the credentials of the machine. */
const metadataHosts = new Set([
  'metadata',
  'metadata.google.internal',
  'instance-data',
  'instance-data.ec2.internal',
  '169.254.169.254',
  'fd00:ec2::254',
  '100.100.100.200',
  '192.0.0.192',
])

type Address = ReturnType<typeof ipaddr.parse>

/** The host of a valid URL, without brackets and without the final dot. */
export const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

/**
 * The reason why `host` (a name or an address) from an operator must not be called; null = it may be called. A name is
 * only checked as text: the addresses that it resolves to are checked separately.
 */
export function addressObjection(host: string, allowPrivate: boolean): Reason | null {
  const name = host.toLowerCase()
  if (metadataHosts.has(name)) return makeReason('metadataAddress')
  if (!ipaddr.isValid(name)) {
    const isInside = name === 'localhost' || /\.(localhost|local|internal)$/.test(name) || !name.includes('.')
    return isInside && !allowPrivate ? makeReason('privateAddress') : null
  }
  return rangeObjection(plainAddress(ipaddr.parse(name)), allowPrivate)
}

function rangeObjection(address: Address, allowPrivate: boolean): Reason | null {
  if (metadataHosts.has(address.toString())) return makeReason('metadataAddress')
  const range = address.range()
  if (range === 'linkLocal') return makeReason('linkLocalAddress')
  if (['unspecified', 'multicast', 'broadcast'].includes(range)) return makeReason('uncallableAddress')
  return range === 'unicast' || allowPrivate ? null : makeReason('privateAddress')
}

/** The IPv4 address embedded in an IPv6 one (mapped, compatible, NAT64, 6to4); otherwise the address itself. */
function plainAddress(address: Address): Address {
  if (address.kind() !== 'ipv6') return address
  const bytes = address.toByteArray()
  const range = address.range()
  if (range === 'ipv4Mapped' || range === 'rfc6145' || range === 'rfc6052')
    return ipaddr.fromByteArray(bytes.slice(12, 16))
  if (range === 'unicast' && bytes.slice(0, 12).every((byte) => byte === 0))
    return ipaddr.fromByteArray(bytes.slice(12, 16))
  return range === '6to4' ? ipaddr.fromByteArray(bytes.slice(2, 6)) : address
}

/**
 * Whether `address` is on the public internet: in none of the special-purpose registries. IPv6 addresses that embed an
 * IPv4 one (mapped, NAT64, 6to4, Teredo) never count as public.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (metadataHosts.has(parsed.toString()) || parsed.range() !== 'unicast') return false
  // Global unicast is 2000::/3; no other range is assigned.
  return parsed.kind() === 'ipv4' || ((parsed.toByteArray()[0] ?? 0) & 0xe0) === 0x20
}

/** A host that may be called although the rules forbid it: by its name, or every address of a network. */
export interface OutboundException {
  name: string | null
  network: Network | null
  port: number
}

/** Parses `host:port` and `cidr:port`, separated by commas. Throws an Error that names the first invalid entry. */
export const parseOutboundAllow = (text: string): OutboundException[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(parseException)

function parseException(entry: string): OutboundException {
  const [, place = '', digits = ''] = /^(.+):(\d{1,5})$/.exec(entry) ?? []
  const port = Number(digits)
  const host = place.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  if (port < 1 || port > 65_535) throw new Error(`"${entry}" has no port`)
  if (ipaddr.isValidCIDR(host)) return { name: null, network: ipaddr.parseCIDR(host), port }
  if (ipaddr.isValid(host)) {
    const address = ipaddr.parse(host)
    return { name: null, network: [address, address.kind() === 'ipv4' ? 32 : 128], port }
  }
  if (!/^[a-z0-9_.-]+$/.test(host)) throw new Error(`"${entry}" is neither host:port nor cidr:port`)
  return { name: host, network: null, port }
}

export interface Destination {
  /** As written in the URL. */
  host: string
  /** An address that the host resolved to. */
  address: string
  port: number
}

/** The reason why a destination from a user or an answer must not be called; null = it may be called. */
export function destinationObjection(
  { host, address, port }: Destination,
  exceptions: readonly OutboundException[],
): Reason | null {
  const never = addressObjection(host, true) ?? addressObjection(address, true)
  if (never !== null) return never
  if (exceptions.some((one) => one.port === port && covers(one, host, address))) return null
  if (!isWebPort(port)) return makeReason('portNotWeb')
  return isPublicAddress(address) ? null : makeReason('notPublicAddress')
}

/**
 * Why an address that an account wants to be called at is refused; null = it may be stored. A name is only checked as
 * text: each call checks what it resolves to.
 */
export function calledBackObjection(url: string, exceptions: readonly OutboundException[]): Reason | null {
  if (!URL.canParse(url)) return makeReason('addressNotValid')
  const { protocol, username, password } = new URL(url)
  if (protocol !== 'https:') return makeReason('addressNotHttps')
  if (username !== '' || password !== '') return makeReason('addressHasLogin')
  return writtenObjection(url, exceptions, (port) => (port === 443 ? null : makeReason('portNot443')))
}

/**
 * Why a web address from an answer can never be fetched, as its text says; null = it may be. A name is only checked as
 * text, too.
 */
export const fetchedObjection = (url: string, exceptions: readonly OutboundException[]): Reason | null =>
  writtenObjection(url, exceptions, (port) => (isWebPort(port) ? null : makeReason('portNotWeb')))

function writtenObjection(
  url: string,
  exceptions: readonly OutboundException[],
  objectionToPort: (port: number) => Reason | null,
): Reason | null {
  const host = hostOf(url)
  const { protocol, port: written } = new URL(url)
  const port = Number(written || (protocol === 'https:' ? 443 : 80))
  if (isAddress(host)) return destinationObjection({ host, address: host, port }, exceptions)
  // A name may resolve to an address of a network that is allowed.
  const mayBeAllowed = exceptions.some(
    (one) => one.port === port && (one.network !== null || one.name === host.toLowerCase()),
  )
  if (mayBeAllowed) return null
  return objectionToPort(port) ?? addressObjection(host, false)
}

const isWebPort = (port: number): boolean => port === 80 || port === 443

function covers({ name, network }: OutboundException, host: string, text: string): boolean {
  if (!network) return name === host.toLowerCase()
  return isInNetwork(ipaddr.parse(text), network)
}
