import type { Migration } from 'kysely'
import { columnTypesOf, tableSketches } from './table-sketch.ts'

/** Refunded and disputed payments, and the quota taken back from their orders. */
export const paymentReversals: Migration = {
  async up(db) {
    const table = await tableSketches(db)
    await table('payment_reversals')
      .id()
      .name('ref', 128)
      .name('kind', 16)
      .name('state', 16)
      .name('payment_no', 128)
      .name('trade_no', 64)
      .money('minor_units')
      .name('currency', 8)
      .integer('told_at')
      .integer('created_at')
      .index(['ref'], 'unique')
      .index(['payment_no'])
      .index(['trade_no'])
      .create()
    const types = await columnTypesOf(db)
    const text = (name: string, length: number, fallback: string) =>
      db.schema
        .alterTable('topup_orders')
        .addColumn(name, types.name(length), (column) => column.notNull().defaultTo(fallback))
        .execute()
    await text('payment_no', 128, '')
    await text('reversal', 16, 'none')
    await db.schema.createIndex('topup_orders_by_payment_no').on('topup_orders').column('payment_no').execute()
    for (const name of ['reversed_quota', 'reversed_minor', 'reversal_count', 'reversed_at'])
      await db.schema
        .alterTable('topup_orders')
        .addColumn(name, types.integer, (column) => column.notNull().defaultTo(0))
        .execute()
  },
}
