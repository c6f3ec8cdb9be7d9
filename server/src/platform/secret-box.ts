import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Encrypts data that must be read again, and hashes data that must only be found again. Keys come from CRYPTO_SECRET.
 */
export interface SecretBox {
  /** AES-256-GCM, bound to `place` (`channels.key_box`, …): a box cannot be opened in another column. */
  seal(plain: string, place: string): string
  /** Throws if the box was not sealed with this key for this place. */
  open(box: string, place: string): string
  /** The same for bytes. */
  sealBytes(plain: Uint8Array, place: string): string
  openBytes(box: string, place: string): Uint8Array
  /** Keyed hash for look-up, 43 characters. `purpose` keeps equal texts of different kinds apart. */
  lookup(text: string, purpose: string): string
}

const version = 'v1'

export function createSecretBox(secret: string): SecretBox {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, 'sluice', use, 32))
  const sealKey = derive('secret box v1')
  const lookupKey = derive('look-up v1')
  function sealBytes(plain: Uint8Array, place: string): string {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', sealKey, nonce).setAAD(Buffer.from(place))
    const body = Buffer.concat([cipher.update(plain), cipher.final()])
    return `${version}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
  }

  function openBytes(box: string, place: string): Buffer {
    if (!box.startsWith(`${version}.`)) throw new Error('unknown version of a secret box')
    const bytes = Buffer.from(box.slice(version.length + 1), 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, 12)).setAAD(Buffer.from(place))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
  }

  return {
    seal: (plain, place) => sealBytes(Buffer.from(plain), place),
    open: (box, place) => openBytes(box, place).toString('utf8'),
    sealBytes,
    openBytes,
    lookup: (text, purpose) => createHmac('sha256', lookupKey).update(`${purpose}\0${text}`).digest('base64url'),
  }
}

/** Whether two texts are equal, in a time that does not reveal where they differ. */
export function isEqualSecret(a: string, b: string): boolean {
  const left = createHmac('sha256', 'compare').update(a).digest()
  const right = createHmac('sha256', 'compare').update(b).digest()
  return timingSafeEqual(left, right)
}
