import { hourAmounts } from '../store/usage-hour-question.ts'
import { clientHourColumns, clientHourKey, hourColumns, hourKey } from '../store/usage-hours.ts'
import { usageColumns } from '../store/usage-row.ts'

/** The order of the values of a reservation. */
export const reservationColumns = [
  'ref',
  'user_id',
  'token_id',
  'amount',
  'epoch_id',
  'checkpoint_charge',
  'checkpoint_row',
  'channel_id',
  'created_at',
] as const

/** The order of the values of an entry. */
export const entryColumns = [
  'user_id',
  'token_id',
  'channel_id',
  'kind',
  'amount',
  'ref',
  'request_id',
  'note',
  'created_at',
] as const

const insertOf = (table: string, columns: readonly string[]): string =>
  `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`

const addedAmounts = hourAmounts.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')

/**
 * The writes of a batch on the embedded database. `sqlite-writer.ts` runs them in its thread, `sqlite-queries.ts` for
 * what an earlier process left.
 */
export const sqliteStatements = {
  insertReservation: insertOf('reservations', reservationColumns),
  extendReservation: 'update reservations set amount = amount + ? where ref = ?',
  checkpoint: 'update reservations set checkpoint_charge = ?, checkpoint_row = ?, channel_id = ? where ref = ?',
  deleteReservation: 'delete from reservations where ref = ?',
  insertEntry: insertOf('ledger_entries', entryColumns),
  insertUsage: insertOf('usage_logs', usageColumns),
  addHour: `${insertOf('usage_hours', hourColumns)}
    on conflict (${hourKey.join(', ')})
    do update set ${addedAmounts}`,
  addClientHour: `${insertOf('usage_client_hours', clientHourColumns)}
    on conflict (${clientHourKey.join(', ')})
    do update set ${addedAmounts}`,
  moveUser: `update users set quota = quota + ?, used_quota = used_quota + ?, request_count = request_count + ?
    where id = ?`,
  moveToken: `update api_tokens set remain_quota = remain_quota + ?, used_quota = used_quota + ?,
      granted_quota = granted_quota + ?, accessed_at = max(accessed_at, ?),
      last_client = coalesce(nullif(?, ''), last_client)
    where id = ?`,
  moveChannel: 'update channels set used_quota = used_quota + ? where id = ?',
  readLastOperation: 'select last_operation from ledger_writers where id = ?',
  writeLastOperation: `insert into ledger_writers (id, last_operation, written_at) values (?, ?, ?)
    on conflict (id) do update set last_operation = excluded.last_operation, written_at = excluded.written_at`,
} as const
