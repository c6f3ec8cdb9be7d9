import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'

const version = 'p1'
/** 128 MiB and half a second for each guess. */
const cost = { N: 131_072, r: 8, p: 1, maxmem: 256 * 1_048_576 }
const saltBytes = 16
const nonceBytes = 12
const tagBytes = 16

export const passphraseMin = 12

/** Encrypts a text under a passphrase that people chose: AES-256-GCM, the key by scrypt. */
export async function sealByPassphrase(plain: string, passphrase: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', await deriveKey(passphrase, salt), nonce).setAAD(Buffer.from(version))
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return `${version}.${Buffer.concat([salt, nonce, cipher.getAuthTag(), body]).toString('base64url')}`
}

/** The text, or null if the passphrase is another one or the box is damaged. */
export async function openByPassphrase(box: string, passphrase: string): Promise<string | null> {
  if (!box.startsWith(`${version}.`)) return null
  const bytes = Buffer.from(box.slice(version.length + 1), 'base64url')
  const salt = bytes.subarray(0, saltBytes)
  const rest = bytes.subarray(saltBytes)
  try {
    const key = await deriveKey(passphrase, salt)
    const decipher = createDecipheriv('aes-256-gcm', key, rest.subarray(0, nonceBytes)).setAAD(Buffer.from(version))
    decipher.setAuthTag(rest.subarray(nonceBytes, nonceBytes + tagBytes))
    return decipher.update(rest.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}

/** The same text typed on another keyboard gives the same key. */
function deriveKey(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(passphrase.normalize('NFKC'), salt, 32, cost, (error, key) => (error ? reject(error) : resolve(key))),
  )
}
