import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { Slice } from './channels.ts'
import { insertIfAbsent } from './dialects/writing.ts'
import type { PaymentAlertsTable } from './schema/payments.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

export type PaymentAlertRow = Selectable<PaymentAlertsTable>
export type NewPaymentAlert = Omit<Insertable<PaymentAlertsTable>, 'id' | 'times' | 'first_at' | 'last_at'>

export interface PaymentAlertFilter {
  gateway?: PaymentAlertRow['gateway'] | undefined
  reason?: PaymentAlertRow['reason'] | undefined
}

/** Records the alert, or increments the count of the same alert. */
export async function recordAlert(db: Db, alert: NewPaymentAlert, now: number): Promise<void> {
  if (await countAgain(db, alert, now)) return
  const row = { ...alert, times: 1, first_at: now, last_at: now }
  // Another node may have been faster.
  if (!(await insertIfAbsent(db, 'payment_alerts', row))) await countAgain(db, alert, now)
}

async function countAgain(db: Db, { fingerprint, detail, fault, ip }: NewPaymentAlert, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_alerts')
    .set({ times: sql`times + 1`, last_at: now, detail, fault, ip })
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

function filtered(db: Db, { gateway, reason }: PaymentAlertFilter) {
  let query = db.selectFrom('payment_alerts')
  if (gateway !== undefined) query = query.where('gateway', '=', gateway)
  if (reason !== undefined) query = query.where('reason', '=', reason)
  return query
}

export const listAlerts = (db: Db, filter: PaymentAlertFilter, slice: Slice): Promise<PaymentAlertRow[]> =>
  filtered(db, filter)
    .selectAll()
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()

export async function countAlerts(db: Db, filter: PaymentAlertFilter): Promise<number> {
  const row = await filtered(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Alerts that were raised at or after `since`, and when the first of them was raised first; 0 = none. */
export async function countAlertsSince(db: Db, since: number): Promise<{ count: number; firstAt: number }> {
  const row = await db
    .selectFrom('payment_alerts')
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.min('first_at').as('first')])
    .where('last_at', '>=', since)
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), firstAt: Number(row.first ?? 0) }
}

/** Deletes up to `limit` alerts that were last raised before `before`, and returns their number. */
export async function deleteAlertsBefore(db: Db, before: number, limit: number): Promise<number> {
  const rows = await db.selectFrom('payment_alerts').select('id').where('last_at', '<', before).limit(limit).execute()
  if (rows.length === 0) return 0
  await db
    .deleteFrom('payment_alerts')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  return rows.length
}

/** When the `kept`-th newest alert was last raised; null = there are fewer. */
export async function ageOfAlert(db: Db, kept: number): Promise<number | null> {
  const row = await db
    .selectFrom('payment_alerts')
    .select('last_at')
    .orderBy('last_at', 'desc')
    .offset(kept)
    .limit(1)
    .executeTakeFirst()
  return row?.last_at ?? null
}
