import { CompiledQuery } from 'kysely'
import { hourAmounts } from '../store/usage-hour-question.ts'
import type { LockQueries } from './batch-rows.ts'
import type { SharedBatch } from './shared-batch.ts'
import { buildWriteRows, type Columns, valuesOf, type Writing, writeColumns } from './write-rows.ts'

// For MySQL and MariaDB. The statements of a batch are sent as one text. The driver replaces a question mark by a
// value, a list or rows.

// Each text selects the columns of the rows that `LockQueries` declares.
const read = (text: string, ...parameters: unknown[]) => CompiledQuery.raw(text, parameters) as CompiledQuery<never>

/** The queries for the rows that a batch reads. */
export const mysqlLocks: LockQueries = {
  users: (ids) => read('select id, quota, aff_quota from users where id in (?) order by id for update', ids),
  tokens: (ids) =>
    read('select id, remain_quota, unlimited_quota from api_tokens where id in (?) order by id for update', ids),
  leases: ({ userIds, tokenIds }) => {
    const kinds = { user: userIds, token: tokenIds }
    const parts = Object.entries(kinds).filter(([, ids]) => ids.length > 0)
    return read(
      parts
        .map(
          ([kind]) =>
            `select account_kind, account_id, epoch_id, amount, state from balance_leases
             where account_kind = '${kind}' and account_id in (?)`,
        )
        .join(' union all '),
      ...parts.map(([, ids]) => ids),
    )
  },
  reservations: (refs) =>
    read('select ref, amount, user_id, token_id from reservations where ref in (?) order by ref for update', refs),
  writer: (id) => read('select last_operation from ledger_writers where id = ? for update', id),
  entries: (refs) => read('select ref, amount, note from ledger_entries where ref in (?)', refs),
}

const insertOf = (table: string, columns: Columns): string =>
  `insert into ${table} (${Object.keys(columns).join(', ')}) values ?`

const { taken, entries, usage, hours, clientHours, leases, writers } = writeColumns

const addAmounts = `on duplicate key update
  ${hourAmounts.map((name) => `${name} = ${name} + values(${name})`).join(', ')}`
const insertHours = `${insertOf('usage_hours', hours)} ${addAmounts}`
const insertClientHours = `${insertOf('usage_client_hours', clientHours)} ${addAmounts}`

const insertLeases = `${insertOf('balance_leases', leases)} on duplicate key update
  amount = values(amount), state = values(state)`

const insertWriters = `${insertOf('ledger_writers', writers)} on duplicate key update
  last_operation = values(last_operation), written_at = values(written_at)`

const moveUser = `update users set quota = quota + ?, used_quota = used_quota + ?, request_count = request_count + ?,
  aff_quota = aff_quota + ? where id = ?`

const moveToken = `update api_tokens set remain_quota = remain_quota + ?, used_quota = used_quota + ?,
  granted_quota = granted_quota + ?, accessed_at = greatest(accessed_at, ?),
  last_client = coalesce(nullif(?, ''), last_client) where id = ?`

const extend = `update reservations set amount = amount + ?, checkpoint_charge = coalesce(?, checkpoint_charge),
  checkpoint_row = coalesce(?, checkpoint_row), channel_id = coalesce(?, channel_id) where ref = ?`

const moveChannel = 'update channels set used_quota = used_quota + ? where id = ?'

const endLease = 'delete from balance_leases where account_kind = ? and account_id = ? and epoch_id = ?'

/** The queries that write what the batch decided, in the order in which rows are locked. */
export function mysqlWrites(batch: SharedBatch, writing: Writing): CompiledQuery[] {
  const rows = buildWriteRows(batch, writing)
  const each = (text: string, table: readonly object[], columns: readonly string[]) =>
    table.map((row) => CompiledQuery.raw(text, valuesOf(row, columns)))
  const all = (text: string, table: readonly object[], columns: Columns) => {
    if (table.length === 0) return []
    const names = Object.keys(columns)
    return [CompiledQuery.raw(text, [table.map((row) => valuesOf(row, names))])]
  }
  return [
    ...each(moveUser, rows.users, ['moved', 'used', 'requests', 'invitations', 'user_id']),
    ...each(moveToken, rows.tokens, ['moved', 'used', 'granted', 'used_at', 'client', 'key_id']),
    ...all(insertOf('reservations', taken), rows.taken, taken),
    ...each(extend, rows.extended, ['extra', 'checkpoint_charge', 'checkpoint_row', 'channel_id', 'ref']),
    ...(rows.ended.length === 0 ? [] : [read('delete from reservations where ref in (?)', rows.ended)]),
    ...all(insertOf('ledger_entries', entries), rows.entries, entries),
    ...all(insertOf('usage_logs', usage), rows.usage, usage),
    ...all(insertHours, rows.hours, hours),
    ...all(insertClientHours, rows.clientHours, clientHours),
    ...each(moveChannel, rows.channels, ['moved', 'charged_id']),
    ...all(insertLeases, rows.leases, leases),
    ...all(insertWriters, rows.writers, writers),
    ...each(endLease, rows.endedLeases, ['account_kind', 'account_id', 'epoch_id']),
  ]
}
