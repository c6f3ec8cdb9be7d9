import type { Insertable, Kysely, Selectable } from 'kysely'
import { insertReturningId } from './dialects/writing.ts'
import type { TopupOrdersTable } from './schema/payments.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

export type OrderRow = Selectable<TopupOrdersTable>

export const insertOrder = (
  db: Db,
  row: Omit<Insertable<TopupOrdersTable>, 'id' | 'status' | 'gateway_no' | 'completed_by' | 'completed_at'>,
): Promise<number> =>
  insertReturningId(db, 'topup_orders', {
    ...row,
    status: 'pending',
    gateway_no: '',
    completed_by: 0,
    completed_at: 0,
  })

export const findOrder = (db: Db, tradeNo: string): Promise<OrderRow | undefined> =>
  db.selectFrom('topup_orders').selectAll().where('trade_no', '=', tradeNo).executeTakeFirst()

/** The order that a payment of the gateway was for. */
export const findOrderOfPayment = (db: Db, paymentNo: string): Promise<OrderRow | undefined> =>
  db.selectFrom('topup_orders').selectAll().where('payment_no', '=', paymentNo).executeTakeFirst()

/** Stores the gateway's number of the payment, unless one is stored. */
export async function setPaymentNumber(db: Db, id: number, paymentNo: string): Promise<void> {
  await db
    .updateTable('topup_orders')
    .set({ payment_no: paymentNo.slice(0, 128) })
    .where('id', '=', id)
    .where('payment_no', '=', '')
    .execute()
}

/** Records the state of a reversal that moves nothing. No effect if quota was moved since `order` was read. */
export async function setReversalState(
  db: Db,
  order: Pick<OrderRow, 'id' | 'reversal_count'>,
  { state, minorUnits }: { state: string; minorUnits: number },
): Promise<void> {
  await db
    .updateTable('topup_orders')
    .set({ reversal: state, reversed_minor: minorUnits })
    .where('id', '=', order.id)
    .where('reversal_count', '=', order.reversal_count)
    .execute()
}

/** The account's orders that wait for payment. */
export async function countWaitingOrders(db: Db, userId: number, now: number): Promise<number> {
  const row = await db
    .selectFrom('topup_orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Orders that have waited for payment since `before` or longer, and when the first of them was made; 0 = none. */
export async function countStaleOrders(
  db: Db,
  { now, before }: { now: number; before: number },
): Promise<{ count: number; firstAt: number }> {
  const row = await db
    .selectFrom('topup_orders')
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.min('created_at').as('first')])
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .where('created_at', '<=', before)
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), firstAt: Number(row.first ?? 0) }
}

/** Stores the gateway's number of the order, unless one is stored. */
export async function setGatewayNumber(db: Db, id: number, gatewayNo: string): Promise<void> {
  await db
    .updateTable('topup_orders')
    .set({ gateway_no: gatewayNo })
    .where('id', '=', id)
    .where('gateway_no', '=', '')
    .execute()
}

/** Expires one order. No effect on a paid one. */
export async function expireOrder(db: Db, id: number): Promise<void> {
  await db
    .updateTable('topup_orders')
    .set({ status: 'expired' })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute()
}

/** Expires up to `limit` unpaid orders whose deadline has passed, and returns their number. */
export async function expireOrders(db: Db, now: number, limit: number): Promise<number> {
  const rows = await db
    .selectFrom('topup_orders')
    .select('id')
    .where('status', '=', 'pending')
    .where('expires_at', '<=', now)
    .limit(limit)
    .execute()
  if (rows.length === 0) return 0
  await db
    .updateTable('topup_orders')
    .set({ status: 'expired' })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('status', '=', 'pending')
    .execute()
  return rows.length
}
