const encoder = new TextEncoder()

/** Lower-case hexadecimal digits. */
export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

export const sha256 = async (bytes: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)))

/** HMAC-SHA-256 of `text` under `secret`. */
export async function hmacSha256(secret: string | Uint8Array, text: string): Promise<Uint8Array> {
  const bytes = typeof secret === 'string' ? encoder.encode(secret) : new Uint8Array(secret)
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)))
}

/** Lower-case hexadecimal digits of the SHA-256 of `text`, at once. */
export const digestOf = (text: string): string => new Bun.CryptoHasher('sha256').update(text).digest('hex')
