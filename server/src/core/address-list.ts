import ipaddr from 'ipaddr.js'

type Range = readonly [ipaddr.IPv4 | ipaddr.IPv6, number]

export interface AddressList {
  /** Whether the address is one of the list, or inside one of its ranges. An unreadable address never is. */
  includes(address: string): boolean
  /** Lines that are neither an address nor a range. */
  readonly invalid: readonly string[]
}

/** The entries of a text: one a line or separated by commas. Separators alone are no entry. */
export const addressEntries = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

/**
 * Addresses and CIDR ranges. Null = the text has no entry, so it restricts nothing. A list with only invalid entries
 * includes no address.
 */
export function parseAddressList(text: string): AddressList | null {
  const entries = addressEntries(text)
  if (entries.length === 0) return null
  const ranges: Range[] = []
  const invalid: string[] = []
  for (const entry of entries) {
    const range = parseRange(entry)
    if (range) ranges.push(range)
    else invalid.push(entry)
  }
  return {
    invalid,
    includes(address) {
      if (!ipaddr.isValid(address)) return false
      const parsed = ipaddr.process(address)
      return ranges.some(([start, bits]) => start.kind() === parsed.kind() && parsed.match(start, bits))
    },
  }
}

export const isAddress = (text: string): boolean => ipaddr.isValid(text)

function parseRange(entry: string): Range | null {
  try {
    if (entry.includes('/')) return ipaddr.parseCIDR(entry)
    const address = ipaddr.process(entry)
    return [address, address.kind() === 'ipv4' ? 32 : 128]
  } catch {
    return null
  }
}
