import type { Migration } from 'kysely'
import { addName } from '../migrations/add-columns.ts'

/** The program of each call. */
export const clientsOfLogs: Migration = { up: (db) => addName(db, 'usage_logs', 'client', 64) }
