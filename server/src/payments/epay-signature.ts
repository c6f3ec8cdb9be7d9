import { createHash } from 'node:crypto'
import { isEqualSecret } from '../platform/secret-box.ts'

/** Parameters that are not part of the signature. Empty ones are not either. */
const unsigned = ['sign', 'sign_type']

/**
 * The signature of the easy-pay format: all other non-empty parameters, sorted by name, as `k=v` joined by `&`
 * without encoding, followed by the merchant key; MD5 in lower-case hexadecimal.
 */
export function signEpay(parameters: ReadonlyMap<string, string>, key: string): string {
  const signed = [...parameters].filter(([name, value]) => value !== '' && !unsigned.includes(name))
  const text = signed
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return createHash('md5')
    .update(text + key)
    .digest('hex')
}

/** False for a wrong or missing signature, and without a key. Takes constant time. */
export function verifyEpay(parameters: ReadonlyMap<string, string>, key: string): boolean {
  const isSame = isEqualSecret(parameters.get('sign')?.toLowerCase() ?? '', signEpay(parameters, key))
  const type = parameters.get('sign_type') ?? 'MD5'
  return isSame && key !== '' && (type === '' || type.toUpperCase() === 'MD5')
}
