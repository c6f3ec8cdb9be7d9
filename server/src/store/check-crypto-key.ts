import type { Kysely } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { insertOptionOnce, readOptionText } from './options.ts'
import type { Database } from './schema.ts'

const name = '$canary.crypto'
const text = 'sluice'

/**
 * Stores an encrypted word in a new database and decrypts it in an existing one. Throws if CRYPTO_SECRET is not the one
 * the database was created with: stored keys would be unreadable, and new keys would be unreadable with the old secret.
 */
export async function checkCryptoKey(db: Kysely<Database>, secretBox: SecretBox, clock: Clock): Promise<void> {
  const value = secretBox.seal(text, name)
  await insertOptionOnce(db, { name, value, updatedAt: clock.now() })
  if (await isCryptoKey(db, secretBox)) return
  throw new Error(
    'CRYPTO_SECRET differs from the one this database was created with. Set the original value, or without this ' +
      'setting put the original file crypto-secret into DATA_DIR, for example from a backup.',
  )
}

/** Whether the secret is the one that the database was created with; null = the database is empty. */
export async function isCryptoKey(db: Kysely<Database>, secretBox: SecretBox): Promise<boolean | null> {
  const stored = await readOptionText(db, name)
  if (stored === undefined) return null
  try {
    return secretBox.open(stored, name) === text
  } catch {
    return false
  }
}

/** The stored word, encrypted: a text that is random for each database, '' = it has none yet. */
export const readCryptoCanary = async (db: Kysely<Database>): Promise<string> => (await readOptionText(db, name)) ?? ''
