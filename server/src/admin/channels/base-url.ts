import { channelTypeOf } from '@sluice/contract/channel-types'
import ipaddr from 'ipaddr.js'

/** Type 8 is called at exactly the address given, with `{model}` filled in. */
export const customType = 8

export type BaseUrl = { ok: true; url: string | null } | { ok: false; reason: string }

/**
 * The base URL of a channel as it is kept: without a trailing slash, null when none is given. Names are only
 * looked at as text here; what they resolve to is checked when the address is called.
 */
export function parseBaseUrl(text: string | null, type: number, allowPrivate: boolean): BaseUrl {
  const url = (text ?? '').trim().replace(/\/+$/, '')
  if (url === '') {
    const needed = channelTypeOf(type)?.baseUrl === null
    return needed ? refuse('this type needs a base URL') : { ok: true, url: null }
  }
  const reason = objectionTo(url, type) ?? addressObjection(hostOf(url), allowPrivate)
  return reason === null ? { ok: true, url } : refuse(reason)
}

const refuse = (reason: string): BaseUrl => ({ ok: false, reason })

function objectionTo(text: string, type: number): string | null {
  if (!URL.canParse(text)) return 'the base URL is not a valid address'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return 'the base URL must begin with http or https'
  if (url.username !== '' || url.password !== '') return 'the base URL must not hold a name or password'
  if (url.hash !== '' || text.includes('#')) return 'the base URL must not hold a #'
  if (type !== customType && text.includes('?')) return 'the base URL must not hold a query'
  // The model comes from the caller: it may fill in a path, never choose the host a key is sent to.
  if (authorityOf(text).includes('{')) return 'the base URL must not hold {model} in its host'
  return null
}

const authorityOf = (text: string): string => /^[^:]*:\/*([^/?#\\]*)/.exec(text)?.[1] ?? ''

/** The host of a valid URL, without brackets and without the dot of the root. */
export const hostOf = (url: string): string =>
  new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

/** Hosts under which clouds hand out the credentials of the machine. */
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

/** Why `host` (a name or an address) may not be called; null when it may. */
export function addressObjection(host: string, allowPrivate: boolean): string | null {
  const name = host.toLowerCase()
  if (metadataHosts.has(name)) return 'addresses of a metadata service are never called'
  if (!ipaddr.isValid(name)) {
    const isInside = name === 'localhost' || /\.(localhost|local|internal)$/.test(name) || !name.includes('.')
    return isInside && !allowPrivate ? 'private addresses are not allowed' : null
  }
  return rangeObjection(plainAddress(ipaddr.parse(name)), allowPrivate)
}

type Address = ReturnType<typeof ipaddr.parse>

function rangeObjection(address: Address, allowPrivate: boolean): string | null {
  if (metadataHosts.has(address.toString())) return 'addresses of a metadata service are never called'
  const range = address.range()
  if (range === 'linkLocal') return 'link-local addresses are never called'
  if (['unspecified', 'multicast', 'broadcast'].includes(range)) return 'the address cannot be called'
  return range === 'unicast' || allowPrivate ? null : 'private addresses are not allowed'
}

/** The IPv4 address inside an IPv6 one that only carries it (mapped, NAT64, 6to4); else the address itself. */
function plainAddress(address: Address): Address {
  if (address.kind() !== 'ipv6') return address
  const bytes = address.toByteArray()
  const range = address.range()
  if (range === 'ipv4Mapped' || range === 'rfc6145' || range === 'rfc6052')
    return ipaddr.fromByteArray(bytes.slice(12, 16))
  return range === '6to4' ? ipaddr.fromByteArray(bytes.slice(2, 6)) : address
}
