import type { Kysely } from 'kysely'
import { parseStored } from '../core/json/parse-stored.ts'
import { usedByServer } from '../ledger/epochs.ts'
import { insertReturningId } from '../store/dialects/writing.ts'
import { forgetTopupSums } from '../store/make-topup-sums.ts'
import type { Store } from '../store/open-database.ts'
import { hasTable } from '../store/ran-migrations.ts'
import type { Database } from '../store/schema.ts'
import type { Source } from './open-source.ts'

/** Step → the highest source id that it has written; `wholeTable` after a table without ids was read. */
type Reached = Record<string, number>

/** The progress of one import, stored with every page, so that an interrupted one continues where it stopped. */
export interface ImportProgress {
  id: number
  startedAt: number
  reached: Reached
}

const wholeTable = Number.MAX_SAFE_INTEGER

/**
 * Starts an import, or continues the one of the same source. Throws an Error when the database holds other data, or
 * when a server has used it since.
 */
export async function beginImport(store: Store, source: Source, now: number): Promise<ImportProgress> {
  const { db } = store
  const known = await findImport(store, source, now)
  if (known) return known
  const id = await insertReturningId(db, 'imports', {
    source_mark: source.mark,
    layout: source.layout,
    progress: '{}',
    epoch_id: await lastEpoch(db),
    started_at: now,
    finished_at: 0,
  })
  return { id, startedAt: now, reached: {} }
}

/** The import of the same source that the database knows; null = it is empty. Throws as `beginImport`. */
async function findImport({ db }: Store, source: Source, now: number): Promise<ImportProgress | null> {
  await refuseRunningServer(db, now)
  const [known] = await db.selectFrom('imports').selectAll().orderBy('id').execute()
  if (known) return resume(db, known, source)
  await refuseUsed(db)
  return null
}

/** Throws as `beginImport`, before the schema of a database that cannot be imported into is changed. */
export async function assertImportable(store: Store, source: Source, now: number): Promise<void> {
  if (await hasTable(store.db, 'imports')) await findImport(store, source, now)
}

interface StoredImport {
  id: number
  source_mark: string
  epoch_id: number
  progress: string
  started_at: number
}

async function resume(db: Kysely<Database>, known: StoredImport, source: Source): Promise<ImportProgress> {
  if (known.source_mark !== source.mark)
    throw new Error(
      'Another database was imported into this one. Import into an empty database: set another DATA_DIR or SQL_DSN.',
    )
  if (known.epoch_id === usedByServer || (await lastEpoch(db)) !== known.epoch_id)
    throw new Error(
      'A server has used this database since the import. To import again, begin with an empty database: set another ' +
        'DATA_DIR or SQL_DSN.',
    )
  return { id: known.id, startedAt: known.started_at, reached: parseStored<Reached>(known.progress) }
}

/** Two programs must not write the same balances. */
async function refuseRunningServer(db: Kysely<Database>, now: number): Promise<void> {
  const running = await db.selectFrom('epochs').select('node').where('lease_until', '>', now).executeTakeFirst()
  if (running)
    throw new Error(`A server (${running.node}) runs on this database. Stop it, wait a minute, then import again.`)
}

async function refuseUsed(db: Kysely<Database>): Promise<void> {
  for (const table of ['users', 'channels', 'ledger_entries', 'usage_logs'] as const) {
    const row = await db.selectFrom(table).select('id').limit(1).executeTakeFirst()
    if (row !== undefined)
      throw new Error(
        `This database is in use: its table ${table} is not empty. Import into an empty database: set another ` +
          'DATA_DIR or SQL_DSN.',
      )
  }
}

async function lastEpoch(db: Kysely<Database>): Promise<number> {
  const { last } = await db
    .selectFrom('epochs')
    .select(({ fn }) => fn.max<number | null>('id').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** Whether the step has read its table without ids, which is read as a whole. */
export const isWholeRead = ({ reached }: ImportProgress, step: string): boolean => reached[step] === wholeTable

/** Stores the progress of a step. Runs in the transaction that writes its rows. */
export async function storeProgress(
  db: Kysely<Database>,
  progress: ImportProgress,
  { step, to }: { step: string; to: number | 'whole table' },
): Promise<void> {
  progress.reached[step] = to === 'whole table' ? wholeTable : to
  await db
    .updateTable('imports')
    .set({ progress: JSON.stringify(progress.reached) })
    .where('id', '=', progress.id)
    .execute()
}

export async function finishImport(db: Kysely<Database>, { id }: ImportProgress, finishedAt: number): Promise<void> {
  await db.updateTable('imports').set({ finished_at: finishedAt }).where('id', '=', id).execute()
  await forgetTopupSums(db)
}
