import { CompiledQuery } from 'kysely'
import { prepareText } from '../store/dialects/prepared-texts.ts'
import { hourAmounts, hourKey } from '../store/usage-hours.ts'
import type { LockQueries } from './batch-rows.ts'
import { inIdOrder } from './movements.ts'
import { usageColumns } from './operations.ts'
import { checkpointColumns, reservationRows } from './reservation-rows.ts'
import type { SharedBatch } from './shared-batch.ts'

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
const readEntries = prepareText(
  'ledger_entries',
  'select ref from ledger_entries where ref = any($1::text[])',
)

/** The queries for the rows that a batch reads. */
export const postgresLocks: LockQueries = {
  users: (ids) => CompiledQuery.raw(lockUsers, [ids]) as never,
  tokens: (ids) => CompiledQuery.raw(lockTokens, [ids]) as never,
  leases: ({ userIds, tokenIds }) => CompiledQuery.raw(readLeases, [userIds, tokenIds]) as never,
  reservations: (refs) => CompiledQuery.raw(lockReservations, [refs]) as never,
  entries: (refs) => CompiledQuery.raw(readEntries, [refs]) as never,
}

type Columns = Record<string, 'bigint' | 'text'>

const bigints = (...names: string[]): Columns => Object.fromEntries(names.map((name) => [name, 'bigint']))
const texts = (...names: string[]): Columns => Object.fromEntries(names.map((name) => [name, 'text']))

const textColumns = new Set([
  ...['username', 'token_name', 'model_name', 'group_name', 'request_id', 'content', 'detail'],
])
const usageTypes: Columns = Object.fromEntries(
  usageColumns.map((name) => [name, textColumns.has(name) ? 'text' : 'bigint']),
)
const hourTypes: Columns = {
  ...bigints(...hourKey, ...hourAmounts),
  ...texts('group_name', 'model_name'),
}
const leaseTypes = { ...texts('account_kind'), ...bigints('account_id', 'epoch_id', 'amount', 'state') }
const entryTypes = {
  ...bigints('user_id', 'token_id', 'channel_id', 'amount', 'created_at'),
  ...texts('kind', 'ref', 'request_id', 'note'),
}
const checkpointTypes = { ...bigints('checkpoint_charge', 'channel_id'), ...texts('checkpoint_row') }
const reservationTypes = {
  ...bigints('user_id', 'token_id', 'amount', 'epoch_id', 'created_at'),
  ...texts('ref'),
  ...checkpointTypes,
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

/** One statement for everything that a batch changes: each part changes other rows. */
const write = prepareText(
  'ledger_write',
  `with moved_users as (
     update users set quota = quota + x.moved, used_quota = used_quota + x.used,
       request_count = request_count + x.requests, aff_quota = aff_quota + x.invitations
     from ${rowsOf(1, bigints('user_id', 'moved', 'used', 'requests', 'invitations'))} where id = x.user_id
   ), moved_tokens as (
     update api_tokens set remain_quota = remain_quota + x.moved, used_quota = used_quota + x.used,
       granted_quota = granted_quota + x.granted, accessed_at = greatest(accessed_at, x.used_at)
     from ${rowsOf(2, bigints('key_id', 'moved', 'used', 'granted', 'used_at'))} where id = x.key_id
   ), taken as (
     ${insertOf('reservations', 3, reservationTypes)}
   ), extended as (
     update reservations set amount = reservations.amount + x.extra,
       checkpoint_charge = coalesce(x.checkpoint_charge, reservations.checkpoint_charge),
       checkpoint_row = coalesce(x.checkpoint_row, reservations.checkpoint_row),
       channel_id = coalesce(x.channel_id, reservations.channel_id)
     from ${rowsOf(4, { ...texts('ref'), ...bigints('extra'), ...checkpointTypes })}
     where reservations.ref = x.ref
   ), ended as (
     delete from reservations where ref = any($5::text[])
   ), entered as (
     ${insertOf('ledger_entries', 6, entryTypes)}
   ), logged as (
     ${insertOf('usage_logs', 7, usageTypes)}
   ), counted as (
     ${insertOf('usage_hours', 8, hourTypes)}
     on conflict (${hourKey.join(', ')})
     do update set ${hourAmounts.map((name) => `${name} = usage_hours.${name} + excluded.${name}`).join(', ')}
   ), charged as (
     update channels set used_quota = used_quota + x.moved
     from ${rowsOf(9, bigints('charged_id', 'moved'))} where id = x.charged_id
   ), leased as (
     ${insertOf('balance_leases', 10, leaseTypes)}
     on conflict (account_kind, account_id, epoch_id)
     do update set amount = excluded.amount, state = excluded.state
   )
   delete from balance_leases using ${rowsOf(11, leaseTypes)}
   where balance_leases.account_kind = x.account_kind and balance_leases.account_id = x.account_id
     and balance_leases.epoch_id = x.epoch_id`,
)

/** The query that writes what the batch decided. */
export function postgresWrites(batch: SharedBatch, epochId: number): CompiledQuery[] {
  const { movements, leases } = batch
  const { written, ended } = leases.changes
  const changed = new Set([...batch.extended.keys(), ...batch.checkpoints.keys()])
  const parameters = [
    inIdOrder(movements.users).map(([id, { quota, used, requests, invitations }]) => ({
      ...{ user_id: id, moved: quota, used, requests, invitations },
    })),
    inIdOrder(movements.tokens).map(([id, { remain, used, granted, accessedAt }]) => ({
      ...{ key_id: id, moved: remain, used, granted, used_at: accessedAt },
    })),
    reservationRows(batch.taken, epochId),
    [...changed].map((ref) => {
      const checkpoint = batch.checkpoints.get(ref)
      return { ref, extra: batch.extended.get(ref) ?? 0, ...(checkpoint && checkpointColumns(checkpoint)) }
    }),
    batch.ended,
    batch.entries,
    batch.usageRows.map((row) => (row.cost_known === undefined ? { ...row, cost_known: 0 } : row)),
    batch.hours.sorted(),
    inIdOrder(movements.channels).map(([id, moved]) => ({ charged_id: id, moved })),
    written,
    ended,
  ]
  if (parameters.every((rows) => rows.length === 0)) return []
  return [
    CompiledQuery.raw(
      write,
      parameters.map((rows) => (rows === batch.ended ? rows : toJson(rows))),
    ),
  ]
}

/** PostgreSQL accepts neither half a character nor the character 0 in JSON. */
function toJson(rows: readonly unknown[]): string {
  const text = JSON.stringify(rows)
  if (!/\\u(?:d[89a-f]|0000)/.test(text)) return text
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value,
  )
}
