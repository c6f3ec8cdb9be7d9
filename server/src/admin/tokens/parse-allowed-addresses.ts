import ipaddr from 'ipaddr.js'
import { addressEntries } from '../../core/address-list.ts'

export type AllowedAddresses = { ok: true; text: string } | { ok: false; line: string }

/**
 * The addresses and CIDR ranges of a token, newline-joined, none twice. An invalid one refuses the
 * whole list, because omitting it could exclude the owner or admit everyone.
 */
export function parseAllowedAddresses(text: string): AllowedAddresses {
  const lines = addressEntries(text)
  const wrong = lines.find((line) => !isWholeAddress(line) && !isRange(line))
  if (wrong !== undefined) return { ok: false, line: wrong }
  return { ok: true, text: [...new Set(lines)].join('\n') }
}

// The short and octal forms of IPv4 ("10", "010.1") are refused, because people expect another meaning.
const isWholeAddress = (line: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(line) || (!line.includes('%') && ipaddr.IPv6.isValid(line))

const isRange = (line: string): boolean =>
  ipaddr.IPv4.isValidCIDRFourPartDecimal(line) || (!line.includes('%') && ipaddr.IPv6.isValidCIDR(line))
