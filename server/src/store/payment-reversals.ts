import type { Insertable, Kysely, Selectable } from 'kysely'
import { insertIfAbsent } from './dialects/writing.ts'
import type { OrderRow } from './orders.ts'
import type { PaymentReversalsTable } from './schema/payments.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

export type PaymentReversalRow = Selectable<PaymentReversalsTable>
export type NewPaymentReversal = Omit<Insertable<PaymentReversalsTable>, 'id'>

/**
 * Records a message about a refund or a dispute. Returns false when it is not new: known, or older than the recorded
 * one. Refunds only grow; a closed dispute stays closed.
 */
export async function recordReversal(db: Db, reversal: NewPaymentReversal): Promise<boolean> {
  if (await insertIfAbsent(db, 'payment_reversals', reversal)) return true
  const { ref, kind, state, minor_units, told_at } = reversal
  const { numUpdatedRows } = await db
    .updateTable('payment_reversals')
    .set({ state, minor_units, told_at })
    .where('ref', '=', ref)
    .$if(kind !== 'dispute', (update) => update.where('minor_units', '<', minor_units))
    .$if(kind === 'dispute', (update) =>
      update.where((eb) =>
        state === 'open'
          ? eb.and([eb('state', '=', 'open'), eb('told_at', '<=', told_at), eb('minor_units', '<>', minor_units)])
          : eb.or([eb('state', '=', 'open'), eb.and([eb('state', '<>', state), eb('told_at', '<', told_at)])]),
      ),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** The recorded reversals of an order's payments. */
export const findReversals = (
  db: Db,
  { trade_no: tradeNo, payment_no: paymentNo }: Pick<OrderRow, 'trade_no' | 'payment_no'>,
): Promise<PaymentReversalRow[]> =>
  db
    .selectFrom('payment_reversals')
    .selectAll()
    .where((eb) =>
      paymentNo === ''
        ? eb('trade_no', '=', tradeNo)
        : eb.or([eb('trade_no', '=', tradeNo), eb('payment_no', '=', paymentNo)]),
    )
    .execute()

/**
 * Deletes up to `limit` reversals that belong to no order and were reported before `before`, and returns their number.
 */
export async function deleteStrayReversals(db: Db, before: number, limit: number): Promise<number> {
  const rows = await db
    .selectFrom('payment_reversals')
    .select('id')
    .where('trade_no', '=', '')
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('topup_orders')
            .select('topup_orders.id')
            .whereRef('topup_orders.payment_no', '=', 'payment_reversals.payment_no'),
        ),
      ),
    )
    .limit(limit)
    .execute()
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  await db.deleteFrom('payment_reversals').where('id', 'in', ids).execute()
  return rows.length
}
