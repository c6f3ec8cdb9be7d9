import type { Kysely } from 'kysely'
import type { Database } from '../store/schema.ts'
import { StoreError } from '../store/store-error.ts'
import { ImportNotes } from './import-notes.ts'
import type { SourceRow } from './source-row.ts'
import type { ImportContext, ImportStep } from './steps/step.ts'

interface FailedPage {
  step: ImportStep
  rows: readonly SourceRow[]
  db: Kysely<Database>
  context: ImportContext
}

/**
 * The error of a page with the table and the row that caused it, and what to do. Other errors are returned as they are.
 */
export async function explainRow(error: unknown, page: FailedPage): Promise<unknown> {
  // A StoreError is of the database itself, whatever the rows are.
  if (!(error instanceof Error) || error instanceof StoreError) return error
  const found = await findCause(page)
  if (!found) return error
  const { table, isWithoutId } = page.step
  const row = isWithoutId ? `A row of the table ${table}` : `The row ${found.row.integer('id')} of the table ${table}`
  const reason = found.error.message.replace(/^UNIQUE constraint failed: /, 'another row already has this value: ')
  return new Error(
    `${row} of the source cannot be imported: ${reason}. Correct or delete it in the other program, or in a copy of its` +
      ' database, and start the import again: it continues here.',
    { cause: error },
  )
}

/** The first row with which the page fails. Each try is undone. */
async function findCause({ step, rows, db, context }: FailedPage): Promise<{ row: SourceRow; error: Error } | null> {
  const failureOf = (count: number): Promise<Error | null> =>
    db
      .transaction()
      .execute(async (trx) => {
        await step.write({ rows: rows.slice(0, count), db: trx, context: { ...context, notes: new ImportNotes() } })
        throw undone
      })
      .catch((cause: unknown) => (cause === undone ? null : cause instanceof Error ? cause : new Error(String(cause))))
  let [good, bad] = [0, rows.length]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (await failureOf(middle)) bad = middle
    else good = middle
  }
  const error = await failureOf(bad)
  const row = rows[bad - 1]
  return error && row ? { row, error } : null
}

const undone = new Error('undone')
