import type { Kysely } from 'kysely'
import { insertIfAbsent } from './dialects/writing.ts'
import type { Database } from './schema.ts'

/** Records that this identity received the gifts of a new account. Returns false when it was recorded before. */
export const markGiftIdentity = (db: Kysely<Database>, identityHash: string, at: number): Promise<boolean> =>
  insertIfAbsent(db, 'gift_identities', { identity_hash: identityHash, created_at: at })
