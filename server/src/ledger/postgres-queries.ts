import { CompiledQuery } from 'kysely'
import { prepareText } from '../store/dialects/prepared-texts.ts'
import { hourAmounts } from '../store/usage-hour-question.ts'
import { clientHourKey, hourKey } from '../store/usage-hours.ts'
import type { LockQueries } from './batch-rows.ts'
import type { SharedBatch } from './shared-batch.ts'
import { buildWriteRows, type Columns, type Writing, writeColumns, writeJson } from './write-rows.ts'

// The texts do not depend on the batch, so that PostgreSQL parses and plans each once a connection. Rows come as arrays
// or as JSON.

const lockUsers = prepareText(
  'ledger_users',
  'select id, quota, aff_quota from users where id = any($1::bigint[]) order by id for update',
)
const lockTokens = prepareText(
  'ledger_tokens',
  `select id, remain_quota, unlimited_quota from api_tokens where id = any($1::bigint[]) order by id for update`,
)
const readLeases = prepareText(
  'ledger_leases',
  `select account_kind, account_id, epoch_id, amount, state from balance_leases
   where account_kind = 'user' and account_id = any($1::bigint[])
   union all
   select account_kind, account_id, epoch_id, amount, state from balance_leases
   where account_kind = 'token' and account_id = any($2::bigint[])`,
)
const lockReservations = prepareText(
  'ledger_reservations',
  'select ref, amount, user_id, token_id from reservations where ref = any($1::text[]) order by ref for update',
)
const lockWriter = prepareText('ledger_writer', 'select last_operation from ledger_writers where id = $1 for update')
const readEntries = prepareText(
  'ledger_entries',
  'select ref, amount, note from ledger_entries where ref = any($1::text[])',
)

// Each text selects the columns of the rows that `LockQueries` declares.
const read = (text: string, ...parameters: unknown[]) => CompiledQuery.raw(text, parameters) as CompiledQuery<never>

/** The queries for the rows that a batch reads. */
export const postgresLocks: LockQueries = {
  users: (ids) => read(lockUsers, ids),
  tokens: (ids) => read(lockTokens, ids),
  leases: ({ userIds, tokenIds }) => read(readLeases, userIds, tokenIds),
  reservations: (refs) => read(lockReservations, refs),
  writer: (id) => read(lockWriter, id),
  entries: (refs) => read(readEntries, refs),
}

/** `json_to_recordset` of one parameter, as `x`. */
const rowsOf = (parameter: number, columns: Columns): string =>
  `json_to_recordset($${parameter}::json) as x(${Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')})`

const insertOf = (table: string, parameter: number, columns: Columns): string => {
  const names = Object.keys(columns).join(', ')
  return `insert into ${table} (${names}) select ${names} from ${rowsOf(parameter, columns)}`
}

const addedTo = (table: string): string =>
  hourAmounts.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')

/** One statement for everything that a batch changes: each part changes other rows. */
const write = prepareText(
  'ledger_write',
  `with moved_users as (
     update users set quota = quota + x.moved, used_quota = used_quota + x.used,
       request_count = request_count + x.requests, aff_quota = aff_quota + x.invitations
     from ${rowsOf(1, writeColumns.users)} where id = x.user_id
   ), moved_tokens as (
     update api_tokens set remain_quota = remain_quota + x.moved, used_quota = used_quota + x.used,
       granted_quota = granted_quota + x.granted, accessed_at = greatest(accessed_at, x.used_at),
       last_client = coalesce(nullif(x.client, ''), last_client)
     from ${rowsOf(2, writeColumns.tokens)} where id = x.key_id
   ), taken as (
     ${insertOf('reservations', 3, writeColumns.taken)}
   ), extended as (
     update reservations set amount = reservations.amount + x.extra,
       checkpoint_charge = coalesce(x.checkpoint_charge, reservations.checkpoint_charge),
       checkpoint_row = coalesce(x.checkpoint_row, reservations.checkpoint_row),
       channel_id = coalesce(x.channel_id, reservations.channel_id)
     from ${rowsOf(4, writeColumns.extended)}
     where reservations.ref = x.ref
   ), ended as (
     delete from reservations where ref = any($5::text[])
   ), entered as (
     ${insertOf('ledger_entries', 6, writeColumns.entries)}
   ), logged as (
     ${insertOf('usage_logs', 7, writeColumns.usage)}
   ), counted as (
     ${insertOf('usage_hours', 8, writeColumns.hours)}
     on conflict (${hourKey.join(', ')})
     do update set ${addedTo('usage_hours')}
   ), counted_clients as (
     ${insertOf('usage_client_hours', 13, writeColumns.clientHours)}
     on conflict (${clientHourKey.join(', ')})
     do update set ${addedTo('usage_client_hours')}
   ), charged as (
     update channels set used_quota = used_quota + x.moved
     from ${rowsOf(9, writeColumns.channels)} where id = x.charged_id
   ), leased as (
     ${insertOf('balance_leases', 10, writeColumns.leases)}
     on conflict (account_kind, account_id, epoch_id)
     do update set amount = excluded.amount, state = excluded.state
   ), numbered as (
     ${insertOf('ledger_writers', 12, writeColumns.writers)}
     on conflict (id) do update set last_operation = excluded.last_operation, written_at = excluded.written_at
   )
   delete from balance_leases using ${rowsOf(11, writeColumns.leases)}
   where balance_leases.account_kind = x.account_kind and balance_leases.account_id = x.account_id
     and balance_leases.epoch_id = x.epoch_id`,
)

/** The query that writes what the batch decided. */
export function postgresWrites(batch: SharedBatch, writing: Writing): CompiledQuery[] {
  const rows = buildWriteRows(batch, writing)
  const tables = [
    rows.users,
    rows.tokens,
    rows.taken,
    rows.extended,
    rows.ended,
    rows.entries,
    rows.usage,
    rows.hours,
    rows.channels,
    rows.leases,
    rows.endedLeases,
    rows.writers,
    rows.clientHours,
  ]
  if (tables.every((table) => table.length === 0)) return []
  const parameters = tables.map((table) => (table === rows.ended ? table : writeJson(table)))
  return [CompiledQuery.raw(write, parameters)]
}
