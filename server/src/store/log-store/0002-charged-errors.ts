import type { Migration } from 'kysely'
import { addCounts } from '../migrations/add-columns.ts'

/** The mark of the main database on error rows whose call was charged. */
export const chargedLogErrors: Migration = { up: (db) => addCounts(db, 'usage_logs', ['is_charged']) }
