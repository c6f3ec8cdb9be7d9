const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** UTF-8 in standard base64. The contract has neither the functions of a browser nor those of a server. */
export function base64Of(text: string): string {
  const bytes = bytesOf(text)
  let encoded = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second, third] = bytes.slice(at, at + 3)
    const word = (first << 16) | ((second ?? 0) << 8) | (third ?? 0)
    const digits = [18, 12, 6, 0].map((shift) => alphabet[(word >> shift) & 63])
    encoded += digits
      .slice(0, third !== undefined ? 4 : second !== undefined ? 3 : 2)
      .join('')
      .padEnd(4, '=')
  }
  return encoded
}

const bytesOf = (text: string): number[] =>
  [...encodeURIComponent(text).matchAll(/%([0-9A-F]{2})|./g)].map(([sign, hex]) =>
    hex === undefined ? sign.charCodeAt(0) : Number.parseInt(hex, 16),
  )
