import { dayMs } from '@sluice/contract/durations'
import type { Kysely } from 'kysely'
import { expireOrders } from '../store/orders.ts'
import { ageOfAlert, deleteAlertsBefore } from '../store/payment-alerts.ts'
import { deleteStrayReversals } from '../store/payment-reversals.ts'
import type { Database } from '../store/schema.ts'

const rowsPerTransaction = 1_000
const alertsKeptMax = 10_000
const alertDaysMax = 180

/** Expires orders whose time is over. */
export async function expireWaitingOrders(db: Kysely<Database>, now: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await expireOrders(db, now, rowsPerTransaction)) === rowsPerTransaction);
}

/** Alerts are kept for half a year, and at most the newest ten thousand. */
export async function trimAlerts(db: Kysely<Database>, now: number, signal: AbortSignal): Promise<void> {
  const before = Math.max(now - alertDaysMax * dayMs, (await ageOfAlert(db, alertsKeptMax)) ?? 0)
  while (!signal.aborted && (await deleteAlertsBefore(db, before, rowsPerTransaction)) === rowsPerTransaction);
  // Refunds of other shops at the same gateway are not recorded.
  const old = now - alertDaysMax * dayMs
  while (!signal.aborted && (await deleteStrayReversals(db, old, rowsPerTransaction)) === rowsPerTransaction);
}
