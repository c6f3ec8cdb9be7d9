import { setImmediate } from 'node:timers/promises'
import { type CsvCell, csvLine, csvStart } from '@sluice/contract/csv'
import type { ManagedTopup } from '@sluice/contract/topup'
import { minorUnitsOf } from '../../payments/price-order.ts'
import { listTopupsAfter, type TopupFilter, type TopupPlace, type TopupRow } from '../../store/topup-history.ts'
import { findOwners } from '../../store/users.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createFileStreams } from '../stream-file.ts'
import { amountText, buildManagedTopup } from './build-topup.ts'

const rowsPerPart = 500

interface Line {
  topup: ManagedTopup
  row: TopupRow
}

const timeCell = (seconds: number): CsvCell => (seconds > 0 ? new Date(seconds * 1_000).toISOString() : null)

/** Of money that was paid; codes and unpaid orders have none. */
const paidCell = ({ row }: Line, amount: (received: number, refunded: number) => number): CsvCell =>
  row.money === '' || row.status !== 'success'
    ? null
    : amountText(amount(minorUnitsOf(row.money), Number(row.reversed_minor)), row.currency)

/** A column that is added comes last: programs may read by position. */
const columns: readonly [name: string, cell: (line: Line, quotaPerUnit: number) => CsvCell][] = [
  ['id', ({ topup }) => topup.id],
  ['created', ({ topup }) => timeCell(topup.create_time)],
  ['credited', ({ topup }) => timeCell(topup.complete_time)],
  ['user_id', ({ topup }) => topup.user_id],
  ['username', ({ topup }) => topup.username],
  ['method', ({ topup }) => topup.method],
  ['order', ({ topup }) => topup.trade_no],
  ['gateway_order', ({ topup }) => topup.gateway_no],
  ['status', ({ topup }) => topup.status],
  ['reversal', ({ topup }) => topup.reversal],
  ['currency', ({ topup }) => topup.currency],
  ['price', ({ topup }) => topup.price],
  ['received', (line) => paidCell(line, (received) => received)],
  ['refunded', (line) => paidCell(line, (_, refunded) => refunded)],
  ['net', (line) => paidCell(line, (received, refunded) => received - refunded)],
  ['credit', ({ topup }, unit) => topup.quota / unit],
  ['reversed_credit', ({ topup }, unit) => topup.reversed_quota / unit],
  ['credit_quota', ({ topup }) => topup.quota],
  ['reversed_quota', ({ topup }) => topup.reversed_quota],
]

/** Sends all top-ups of a filter as CSV, newest first, read a part at a time: their number has no bound. */
export function createTopupExport({ reports, state, clock }: Pick<AdminDependencies, 'reports' | 'state' | 'clock'>) {
  const stream = createFileStreams()

  async function* partsOf(filter: TopupFilter): AsyncGenerator<string> {
    const { QuotaPerUnit: unit } = state.current().options
    yield csvStart + csvLine(columns.map(([name]) => name))
    for (let place: TopupPlace | null = null; ; ) {
      const rows: TopupRow[] = await listTopupsAfter(reports, filter, { place, limit: rowsPerPart })
      const owners = await findOwners(reports, [...new Set(rows.map((row) => row.user_id))])
      const lines = rows.map((row) => ({ row, topup: buildManagedTopup(row, owners.get(row.user_id), filter.now) }))
      yield lines.map((line) => csvLine(columns.map(([, cell]) => cell(line, unit)))).join('')
      const last = rows.at(-1)
      if (last === undefined || rows.length < rowsPerPart) return
      place = last
      await setImmediate()
    }
  }

  return (filter: TopupFilter, { accountId, signal }: { accountId: number; signal: AbortSignal }): Response =>
    stream({
      accountId,
      name: `topups-${new Date(clock.now()).toISOString().slice(0, 10)}.csv`,
      parts: partsOf(filter),
      signal,
    })
}
