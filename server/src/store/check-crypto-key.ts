import type { Kysely } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { insertOptionOnce, readOptionText } from './options.ts'
import type { Database } from './schema.ts'

const name = '$canary.crypto'
const text = 'sluice'

/**
 * Stores a sealed word in a new database, and opens it in a known one. Throws when CRYPTO_SECRET differs from the one
 * the database was filled with: every stored key would be unreadable, and new keys would be unreadable with the old
 * one.
 */
export async function checkCryptoKey(
  db: Kysely<Database>,
  secretBox: SecretBox,
  clock: Clock,
): Promise<void> {
  const value = secretBox.seal(text, name)
  await insertOptionOnce(db, { name, value, updatedAt: clock.now() })
  if (await isCryptoKey(db, secretBox)) return
  throw new Error('CRYPTO_SECRET is not the one this database was filled with. Set the former one.')
}

/** Whether the secret is the one that the database was filled with; null = the database is empty. */
export async function isCryptoKey(db: Kysely<Database>, secretBox: SecretBox): Promise<boolean | null> {
  const stored = await readOptionText(db, name)
  if (stored === undefined) return null
  try {
    return secretBox.open(stored, name) === text
  } catch {
    return false
  }
}
