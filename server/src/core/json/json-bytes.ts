/** The bytes that give a JSON text its structure. */
export const quote = 0x22
export const backslash = 0x5c
export const comma = 0x2c
export const colon = 0x3a
export const openBrace = 0x7b
export const closeBrace = 0x7d
export const openBracket = 0x5b
export const closeBracket = 0x5d

/** The string is not closed. */
export const noEnd = -1

/** Names and most values are shorter than the call of a native search takes. */
const nearMax = 24

/**
 * Index of the closing quote of a string, searched from `from`; `noEnd` without one. Native search, as texts are long.
 * A string of escaped quotes is searched up to `until`; the result is then the place to go on from, negative.
 */
export function stringEnd(bytes: Uint8Array, from: number, until: number): number {
  for (let near = from; near < from + nearMax; near++) {
    const byte = bytes[near]
    if (byte === quote) return near
    if (byte === backslash) break
  }
  let at = bytes.indexOf(quote, from)
  while (at >= 0) {
    let slashes = 0
    while (bytes[at - 1 - slashes] === backslash) slashes++
    if (slashes % 2 === 0) return at
    if (at >= until && at + 1 < bytes.length) return -(at + 1)
    at = bytes.indexOf(quote, at + 1)
  }
  return noEnd
}

export const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
