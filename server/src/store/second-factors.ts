import type { Insertable, Kysely, Selectable } from 'kysely'
import { countRows } from './count-rows.ts'
import { insertIfAbsent, insertReturningId } from './dialects/writing.ts'
import { lockRow } from './lock-row.ts'
import type { AuthenticatorsTable, PasskeysTable } from './schema/sign-in.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>
export type PasskeyRow = Selectable<PasskeysTable>

export const findAuthenticator = (db: Db, userId: number): Promise<AuthenticatorsTable | undefined> =>
  db.selectFrom('authenticators').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** Replaces an unconfirmed secret. Returns false, and writes nothing, if a confirmed one exists. */
export const putAuthenticator = (db: Db, row: AuthenticatorsTable): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    await lockRow(trx, 'users', row.user_id)
    await trx
      .deleteFrom('authenticators')
      .where('user_id', '=', row.user_id)
      .where('confirmed_at', 'is', null)
      .execute()
    return await insertIfAbsent(trx, 'authenticators', row)
  })

/** Records the step. Returns false unless it is later than all before, so a code is accepted once. */
export async function takeStep(
  db: Db,
  { userId, step, confirmedAt }: { userId: number; step: number; confirmedAt: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('authenticators')
    .set((eb) => ({
      last_step: step,
      confirmed_at: eb.fn.coalesce('confirmed_at', eb.val(confirmedAt)),
    }))
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function deleteAuthenticator(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('authenticators').where('user_id', '=', userId).execute()
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** The numbers of existing accounts, and of those with a confirmed authenticator. */
export async function countAuthenticated(db: Db): Promise<{ users: number; authenticated: number }> {
  const notDeleted = db.selectFrom('users').where('users.deleted_at', 'is', null)
  return {
    users: await countRows(notDeleted),
    authenticated: await countRows(
      notDeleted
        .innerJoin('authenticators', 'authenticators.user_id', 'users.id')
        .where('authenticators.confirmed_at', 'is not', null),
    ),
  }
}

/** Run inside a transaction. */
export async function replaceRecoveryCodes(db: Db, userId: number, hashes: readonly string[]): Promise<void> {
  await lockRow(db, 'users', userId)
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const rows = hashes.map((code_hash) => ({ user_id: userId, code_hash }))
  await db.insertInto('recovery_codes').values(rows).execute()
}

/** Deletes the code. Returns false if it did not exist. */
export async function takeRecoveryCode(db: Db, userId: number, hash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export const listPasskeys = (db: Db, userId: number): Promise<PasskeyRow[]> =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute()

export const findPasskey = (db: Db, credentialId: string): Promise<PasskeyRow | undefined> =>
  db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()

/**
 * Inserts the passkey and returns its id; null, and nothing is written, if the account already has `max`. Run inside a
 * transaction.
 */
export async function insertPasskey(trx: Db, row: Insertable<PasskeysTable>, max: number): Promise<number | null> {
  await lockRow(trx, 'users', row.user_id)
  if ((await listPasskeys(trx, row.user_id)).length >= max) return null
  return await insertReturningId(trx, 'passkeys', row)
}

export async function notePasskeyUse(
  db: Db,
  { id, counter, at }: { id: number; counter: number; at: number },
): Promise<void> {
  await db.updateTable('passkeys').set({ counter, last_used_at: at }).where('id', '=', id).execute()
}

/** Returns false if the account has no such passkey. */
export async function renamePasskey(
  db: Db,
  { userId, id, name }: { userId: number; id: number; name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function deletePasskey(db: Db, { userId, id }: { userId: number; id: number }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Deletes the authenticator, the recovery codes and the passkeys. */
export async function deleteSecondFactors(db: Db, userId: number): Promise<void> {
  await deleteAuthenticator(db, userId)
  await db.deleteFrom('passkeys').where('user_id', '=', userId).execute()
}
