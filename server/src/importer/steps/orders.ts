import { dayMs } from '@sluice/contract/durations'
import type { Kysely } from 'kysely'
import type { Database } from '../../store/schema.ts'
import type { SourceRow } from '../source-row.ts'
import { type ImportContext, type ImportStep, timeUpTo } from './step.ts'

/** A payment may still arrive for an order of the last day. */
const orderLifeMs = dayMs
const tradeNoMax = 64

/** Orders at payment gateways. The credit of a paid one is part of its user's opening balance. */
export const ordersStep: ImportStep = {
  name: 'orders',
  table: 'top_ups',
  async write({ rows, db, context }) {
    for (const row of rows) {
      const tradeNo = await freeTradeNo(db, row, context)
      if (tradeNo === null) continue
      await db
        .insertInto('topup_orders')
        .values({ ...buildOrder(row, context), trade_no: tradeNo })
        .execute()
    }
  },
}

/** The number of the order; null for an order without a valid number, or with the number of another order. */
async function freeTradeNo(db: Kysely<Database>, row: SourceRow, { notes }: ImportContext) {
  const tradeNo = row.text('trade_no')
  const id = `order ${row.integer('id')}`
  if (tradeNo === '' || tradeNo.length > tradeNoMax) {
    notes.add('Orders without a usable number', id)
    return null
  }
  const other = await db.selectFrom('topup_orders').select('id').where('trade_no', '=', tradeNo).executeTakeFirst()
  if (other === undefined) return tradeNo
  notes.add('Orders with the number of an earlier one', id)
  return null
}

function buildOrder(row: SourceRow, { now, quotaPerUnit, notes }: ImportContext) {
  const status = row.text('status')
  const isPaid = status === 'success'
  const createdAt = row.seconds('create_time')
  const order = `order ${row.integer('id')} of user ${row.integer('user_id')}`
  if (status === 'pending' && createdAt + orderLifeMs > now)
    notes.add('Unpaid orders of the last day; a payment that still arrives is credited', order)
  else if (!isPaid) notes.add('Unpaid orders, which are expired here', order)
  const amount = Math.max(0, row.amount('amount'))
  return {
    id: row.integer('id'),
    user_id: row.integer('user_id'),
    method: row.clipped('payment_method', 16) || 'alipay',
    amount,
    quota: Math.trunc(amount * quotaPerUnit),
    money: row.decimal('money').toFixed(2),
    currency: '',
    status: isPaid ? 'success' : status === 'pending' ? 'pending' : 'expired',
    gateway_no: '',
    completed_by: 0,
    created_at: createdAt,
    expires_at: createdAt + orderLifeMs,
    // For orders paid after the import, the ledger check requires a credit.
    completed_at: isPaid ? timeUpTo(now, row.seconds('complete_time') || createdAt) : 0,
  }
}
