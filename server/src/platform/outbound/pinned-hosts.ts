import { makeReason, type Reason, reasonAt } from '@sluice/contract/error-reasons'
import { isAddress } from '../../core/address-list.ts'
import type { Clock } from '../clock.ts'
import { addressObjection, hostOf } from './address-policy.ts'
import { originOf } from './origin-of.ts'
import { type Resolve, resolveByDns } from './pinned-fetch.ts'

/** A checked address of a host, used instead of its name. */
export interface Pin {
  /** Scheme and authority to connect to. */
  origin: string
  /** `Host` to send; null = that of the address. */
  host: string | null
  /** The name that its certificate must match. */
  tls: Bun.TLSOptions | null
}

export type CheckedHost =
  | { ok: true; pins: readonly Pin[] }
  /** `isForbidden`: its addresses may not be called; otherwise it has none. */
  | { ok: false; isForbidden: boolean; reason: Reason }

/**
 * The addresses of the hosts in operators' URLs: resolved and checked at most once a minute, and called at the checked
 * addresses. Connections can still be kept alive: the runtime shares them by address and by the name of the
 * certificate.
 */
export interface PinnedHosts {
  /** A promise only if the answer is not cached. */
  check(url: string): CheckedHost | Promise<CheckedHost>
  /** Moves the reachable `pin` to the front: the next call tries it first. */
  prefer(url: string, pin: Pin): void
}

const freshMs = 60_000
/** How long a cached answer is used while it is resolved again in the background. */
const staleMs = 600_000
const hostsMax = 10_000
const addressesMax = 3

interface Known {
  checked: CheckedHost
  at: number
  isLookedUp: boolean
}

export function createPinnedHosts(settings: {
  clock: Pick<Clock, 'monotonic'>
  allowPrivate: boolean
  resolve?: Resolve
  /** Certificates to trust in addition to the system's. */
  ca?: string
}): PinnedHosts {
  const { clock } = settings
  const hosts = new Map<string, Known>()

  async function lookUp(origin: string, url: string): Promise<CheckedHost> {
    const checked = await checkHost(settings, origin, url)
    if (hosts.size >= hostsMax) hosts.clear()
    hosts.set(origin, { checked, at: clock.monotonic(), isLookedUp: false })
    return checked
  }

  /** While no name can be resolved, cached addresses stay. */
  function refresh(known: Known, origin: string, url: string): void {
    known.isLookedUp = true
    void checkHost(settings, origin, url).then((checked) => {
      known.isLookedUp = false
      if (!checked.ok && !checked.isForbidden) return
      known.checked = checked
      known.at = clock.monotonic()
    })
  }

  return {
    check(url) {
      const origin = originOf(url)
      const known = hosts.get(origin)
      const age = known ? clock.monotonic() - known.at : Number.POSITIVE_INFINITY
      const isMissing = known && !known.checked.ok && !known.checked.isForbidden
      if (!known || isMissing || age >= staleMs) return lookUp(origin, url)
      if (age >= freshMs && !known.isLookedUp) refresh(known, origin, url)
      return known.checked
    },
    prefer(url, pin) {
      const known = hosts.get(originOf(url))
      if (!known?.checked.ok) return
      const others = known.checked.pins.filter((one) => one !== pin)
      known.checked = { ok: true, pins: [pin, ...others] }
    },
  }
}

/** Resolves the host of `url`. One forbidden address among several is enough to refuse. */
export async function checkHost(
  { allowPrivate, resolve = resolveByDns, ca }: { allowPrivate: boolean; resolve?: Resolve; ca?: string },
  origin: string,
  url: string,
): Promise<CheckedHost> {
  const host = hostOf(url)
  const objection = addressObjection(host, allowPrivate)
  if (objection !== null) return { ok: false, isForbidden: true, reason: objection }
  if (isAddress(host)) return { ok: true, pins: [{ origin, host: null, tls: null }] }
  let addresses: string[]
  try {
    addresses = await resolve(host)
  } catch (cause) {
    return {
      ok: false,
      isForbidden: false,
      reason: makeReason('nameUnresolved', { host, cause: String(cause) }),
    }
  }
  for (const address of addresses) {
    const reason = addressObjection(address, allowPrivate)
    if (reason !== null) return { ok: false, isForbidden: true, reason: reasonAt(`${host}, at ${address}`, reason) }
  }
  const { protocol, host: authority, port } = new URL(url)
  const tls = protocol === 'https:' ? { serverName: host, ...(ca !== undefined && { ca }) } : null
  const pins = ordered(addresses).map((address) => ({
    origin: at(protocol, address, port),
    host: authority,
    tls,
  }))
  return pins.length > 0
    ? { ok: true, pins }
    : { ok: false, isForbidden: false, reason: makeReason('nameWithoutAddress', { host }) }
}

/** The options of a request to `url` at the address `pin`. */
export const pinned = (
  url: string,
  pin: Pin,
  headers: Record<string, string>,
): { url: string; headers: Record<string, string>; tls?: Bun.TLSOptions } =>
  pin.host === null
    ? { url, headers }
    : {
        url: pin.origin + url.slice(originOf(url).length),
        headers: { ...headers, host: pin.host },
        ...(pin.tls && { tls: pin.tls }),
      }

/** IPv4 first: many machines have IPv6 addresses but no IPv6 route. */
const ordered = (addresses: readonly string[]): string[] =>
  [
    ...addresses.filter((address) => !address.includes(':')),
    ...addresses.filter((address) => address.includes(':')),
  ].slice(0, addressesMax)

const at = (protocol: string, address: string, port: string): string =>
  `${protocol}//${address.includes(':') ? `[${address}]` : address}${port && `:${port}`}`
