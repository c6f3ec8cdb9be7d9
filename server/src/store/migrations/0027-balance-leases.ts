import type { Migration } from 'kysely'
import { columnTypesOf, tableSketches } from './table-sketch.ts'

/** Leases: parts of balances from which a process admits calls without the database. `knows_leases` marks its epoch. */
export const balanceLeases: Migration = {
  async up(db) {
    const table = await tableSketches(db)
    await table('balance_leases')
      .name('account_kind', 8)
      .integer('account_id')
      .integer('epoch_id')
      .money('amount')
      .integer('state')
      .primaryKey(['account_kind', 'account_id', 'epoch_id'])
      .index(['epoch_id'])
      .create('small rows by key')
    const types = await columnTypesOf(db)
    await db.schema
      .alterTable('epochs')
      .addColumn('knows_leases', types.integer, (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
