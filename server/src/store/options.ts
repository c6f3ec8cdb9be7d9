import type { Kysely } from 'kysely'
import { insertIfAbsent, upsert } from './dialects/writing.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

export interface OptionText {
  name: string
  value: string
  updatedAt: number
}

/** Every stored row: options by wire name, and the server's own values, whose names start with `$`. */
export async function readOptionTexts(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('options').select(['name', 'value']).execute()
  return new Map(rows.map((row) => [row.name, row.value]))
}

export async function readOptionText(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('options').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

export const writeOptionText = (db: Db, option: OptionText): Promise<void> =>
  upsert(db, 'options', buildRow(option), ['name'])

/** Returns true when this call inserted the row: of many callers exactly one wins. */
export const insertOptionOnce = (db: Db, option: OptionText): Promise<boolean> =>
  insertIfAbsent(db, 'options', buildRow(option))

export async function deleteOption(db: Db, name: string): Promise<void> {
  await db.deleteFrom('options').where('name', '=', name).execute()
}

/** Locks the options until the transaction ends, against other callers of this function. */
export const lockOptions = (trx: Db, now: number): Promise<void> =>
  writeOptionText(trx, { name: '$lock', value: '', updatedAt: now })

const buildRow = ({ name, value, updatedAt }: OptionText) => ({ name, value, updated_at: updatedAt })
