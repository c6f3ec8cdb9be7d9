import type { Kysely } from 'kysely'
import { insertIfAbsent } from './dialects/writing.ts'
import type { Database } from './schema.ts'

/** Notes that this identity was given what new accounts get. False when it was noted before. */
export const markGiftIdentity = (db: Kysely<Database>, identityHash: string, at: number): Promise<boolean> =>
  insertIfAbsent(db, 'gift_identities', { identity_hash: identityHash, created_at: at })
