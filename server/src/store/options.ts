import type { Kysely, Transaction } from 'kysely'
import type { Database } from './schema.ts'

export type Db = Kysely<Database> | Transaction<Database>

/** Every stored row: options by wire name, and the server's own marks, whose names begin with `$`. */
export async function readOptionTexts(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('options').select(['name', 'value']).execute()
  return new Map(rows.map((row) => [row.name, row.value]))
}

export async function readOptionText(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('options').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

/** Update, else insert, else update: the same on three engines, and right when two nodes write at once. */
export async function writeOptionText(
  db: Db,
  entry: { name: string; value: string; updatedAt: number },
): Promise<void> {
  if (await updateOption(db, entry)) return
  try {
    await db
      .insertInto('options')
      .values({ name: entry.name, value: entry.value, updated_at: entry.updatedAt })
      .execute()
  } catch (error) {
    if (!(await updateOption(db, entry))) throw error
  }
}

/** True when this call made the row: of many callers exactly one wins. */
export async function insertOptionOnce(
  db: Db,
  entry: { name: string; value: string; updatedAt: number },
): Promise<boolean> {
  if ((await readOptionText(db, entry.name)) !== undefined) return false
  try {
    await db
      .insertInto('options')
      .values({ name: entry.name, value: entry.value, updated_at: entry.updatedAt })
      .execute()
    return true
  } catch (error) {
    if ((await readOptionText(db, entry.name)) === undefined) throw error
    return false
  }
}

export async function deleteOption(db: Db, name: string): Promise<void> {
  await db.deleteFrom('options').where('name', '=', name).execute()
}

async function updateOption(
  db: Db,
  entry: { name: string; value: string; updatedAt: number },
): Promise<boolean> {
  const result = await db
    .updateTable('options')
    .set({ value: entry.value, updated_at: entry.updatedAt })
    .where('name', '=', entry.name)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) > 0
}
