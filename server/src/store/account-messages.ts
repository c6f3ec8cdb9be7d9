import type { Insertable, Kysely, Selectable } from 'kysely'
import { countRows } from './count-rows.ts'
import { insertReturningId } from './dialects/writing.ts'
import type { AccountMessagesTable, NoticesTable } from './schema/accounts.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>
export type AccountMessageRow = Selectable<AccountMessagesTable>

/** Returns the id. Rejects if there is one of the name. */
export const insertMessage = (db: Db, row: Omit<Insertable<AccountMessagesTable>, 'id'>): Promise<number> =>
  insertReturningId(db, 'account_messages', row)

export const findMessage = (db: Db, id: number): Promise<AccountMessageRow | undefined> =>
  db.selectFrom('account_messages').selectAll().where('id', '=', id).executeTakeFirst()

export const findMessageByName = (db: Db, name: string): Promise<AccountMessageRow | undefined> =>
  db.selectFrom('account_messages').selectAll().where('name', '=', name).executeTakeFirst()

/** The newest ones. */
export const listMessages = (db: Db, limit: number): Promise<AccountMessageRow[]> =>
  db.selectFrom('account_messages').selectAll().orderBy('created_at', 'desc').limit(limit).execute()

export async function deleteMessagesBefore(db: Db, at: number): Promise<void> {
  await db.deleteFrom('account_messages').where('created_at', '<', at).execute()
}

/** Notices of messages that wait for delivery. */
export const countWaitingMessages = (db: Db): Promise<number> =>
  countRows(db.selectFrom('notices').where('message_id', '>', 0))

const rowsAtOnce = 100

export async function insertNotices(db: Db, rows: readonly Omit<Insertable<NoticesTable>, 'id'>[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await db
      .insertInto('notices')
      .values(rows.slice(start, start + rowsAtOnce))
      .execute()
}

/** Deletes the notices of a message that wait, and counts them as cancelled. Returns false when none waited. */
export const cancelMessage = (db: Db, id: number, now: number): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx.deleteFrom('notices').where('message_id', '=', id).executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) return false
    await addToMessage(trx, { id, count: 'cancelled', by: Number(numDeletedRows), now })
    return true
  })

export async function addToMessage(
  db: Db,
  { id, count, by, now }: { id: number; count: 'sent' | 'failed' | 'cancelled'; by: number; now: number },
): Promise<void> {
  await db
    .updateTable('account_messages')
    .set((eb) => ({ [count]: eb(count, '+', by), changed_at: now }))
    .where('id', '=', id)
    .execute()
}
