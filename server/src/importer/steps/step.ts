import { isPlain } from '@sluice/contract/plain-text'
import type { Insertable, Kysely } from 'kysely'
import type { SecretBox } from '../../platform/secret-box.ts'
import type { Database } from '../../store/schema.ts'
import type { ImportNotes } from '../import-notes.ts'
import type { Layout } from '../layout.ts'
import type { Source } from '../open-source.ts'
import type { SourceRow } from '../source-row.ts'
import type { RestrictedRights } from './administrators.ts'

export interface ImportContext {
  source: Source
  layout: Layout
  secretBox: SecretBox
  notes: ImportNotes
  /** Milliseconds. */
  now: number
  /** When the other program was set up, in milliseconds: used for rows without a time. */
  sourceSetUpAt: number
  /** Quota units of one unit of currency in the source. */
  quotaPerUnit: number
  rights: RestrictedRights
}

export interface ImportPage {
  rows: readonly SourceRow[]
  /** The transaction in which the page and its progress are written. */
  db: Kysely<Database>
  context: ImportContext
}

/** One table of the source. */
export interface ImportStep {
  /** Names the step in the report and in the stored progress. */
  name: string
  table: string
  /** Tables without ids are read as a whole. */
  isWithoutId?: true
  write(page: ImportPage): Promise<void>
}

/** Other programs keep deleted rows, with the time of their deletion. */
export const isNotDeleted = (row: SourceRow): boolean => row.instant('deleted_at') === null

/**
 * A name of at most `max` characters, without invisible ones, which this program refuses. `place` names the row in the
 * report.
 */
export function nameIn(
  row: SourceRow,
  column: string,
  { max, place }: { max: number; place: string },
  { notes }: Pick<ImportContext, 'notes'>,
): string {
  const name = row.clipped(column, max)
  if (isPlain(name)) return name
  notes.add('Names with invisible characters; they are imported without them', `${place}: ${column}`)
  const visible = [...name]
    .filter((character) => isPlain(character))
    .join('')
    .trim()
  return isPlain(visible) ? visible : visible.replace(/\p{M}/gu, '')
}

/** A time between 1 and the import, also if the source has none or its clock was wrong. */
export const timeUpTo = (now: number, at: number): number => Math.min(now, Math.max(1, at))

const rowsPerStatement = 100

/** Inserts rows in statements that stay below every engine's limit of bound values. */
export async function insertRows<T extends keyof Database>(
  db: Kysely<Database>,
  table: T,
  rows: readonly Insertable<Database[T]>[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsPerStatement)
    await db
      .insertInto(table)
      // The cast: Kysely cannot resolve the columns of a table that is a type parameter.
      .values(rows.slice(at, at + rowsPerStatement) as never)
      .execute()
}
