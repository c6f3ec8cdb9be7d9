import type { Migration } from 'kysely'
import { tableSketches } from './table-sketch.ts'

/** How far each process has written the operations of its ledger, so that none is applied twice. */
export const ledgerWriters: Migration = {
  async up(db) {
    const table = await tableSketches(db)
    await table('ledger_writers')
      .name('id', 36)
      .integer('last_operation')
      .integer('written_at')
      .primaryKey(['id'])
      .create('small rows by key')
  },
}
