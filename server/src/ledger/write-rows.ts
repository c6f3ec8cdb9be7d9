import { hourAmounts } from '../store/usage-hour-question.ts'
import { clientHourKey, hourKey } from '../store/usage-hours.ts'
import { usageColumns, usageTexts } from '../store/usage-row.ts'
import { inIdOrder } from './movements.ts'
import { checkpointColumns, reservationRows } from './reservation-rows.ts'
import type { BatchOwner, SharedBatch } from './shared-batch.ts'

/** Columns of rows that a statement receives as JSON. */
export type Columns = Record<string, 'bigint' | 'text'>

const bigints = (...names: string[]): Columns => Object.fromEntries(names.map((name) => [name, 'bigint']))
const texts = (...names: string[]): Columns => Object.fromEntries(names.map((name) => [name, 'text']))

const checkpoint = { ...bigints('checkpoint_charge', 'channel_id'), ...texts('checkpoint_row') }

/** The columns of what `buildWriteRows` returns, by table. */
export const writeColumns = {
  users: bigints('user_id', 'moved', 'used', 'requests', 'invitations'),
  tokens: { ...bigints('key_id', 'moved', 'used', 'granted', 'used_at'), ...texts('client') },
  taken: {
    ...bigints('user_id', 'token_id', 'amount', 'epoch_id', 'created_at'),
    ...texts('ref'),
    ...checkpoint,
  },
  extended: { ...texts('ref'), ...bigints('extra'), ...checkpoint },
  entries: {
    ...bigints('user_id', 'token_id', 'channel_id', 'amount', 'created_at'),
    ...texts('kind', 'ref', 'request_id', 'note'),
  },
  usage: { ...bigints(...usageColumns), ...texts(...usageTexts) },
  hours: { ...bigints(...hourKey, ...hourAmounts), ...texts('group_name', 'model_name') },
  clientHours: { ...bigints(...clientHourKey, ...hourAmounts), ...texts('group_name', 'model_name', 'client') },
  channels: bigints('charged_id', 'moved'),
  writers: { ...texts('id'), ...bigints('last_operation', 'written_at') },
  leases: { ...texts('account_kind'), ...bigints('account_id', 'epoch_id', 'amount', 'state') },
} satisfies Record<string, Columns>

/** What the writes need beside the batch. */
export interface Writing extends BatchOwner {
  /** The number of the batch's last operation; 0 = none has a number. */
  lastOperation: number
}

/** What a batch changes, as rows for statements of constant text. The ids of movements are ascending. */
export function buildWriteRows(batch: SharedBatch, { epochId, ...writing }: Writing) {
  const { movements } = batch
  const { written, ended } = batch.leases.changes
  const changed = new Set([...batch.extended.keys(), ...batch.checkpoints.keys()])
  return {
    users: inIdOrder(movements.users).map(([id, { quota, used, requests, invitations }]) => ({
      user_id: id,
      moved: quota,
      used,
      requests,
      invitations,
    })),
    tokens: inIdOrder(movements.tokens).map(([id, { remain, used, granted, accessedAt, client }]) => ({
      key_id: id,
      moved: remain,
      used,
      granted,
      used_at: accessedAt,
      client,
    })),
    taken: reservationRows(batch.taken, epochId),
    extended: [...changed].map((ref) => {
      const stored = batch.checkpoints.get(ref)
      return { ref, extra: batch.extended.get(ref) ?? 0, ...(stored && checkpointColumns(stored)) }
    }),
    /** Refs of reservations. */
    ended: batch.ended,
    entries: batch.entries,
    usage: batch.usageRows,
    hours: batch.hours.sorted(),
    clientHours: batch.hours.sortedByClient(),
    channels: inIdOrder(movements.channels).map(([id, moved]) => ({ charged_id: id, moved })),
    writers: writerRows(writing),
    leases: written,
    endedLeases: ended,
  }
}

/** The row of the process, after the batch. */
export const writerRows = ({ writer, lastOperation }: Omit<Writing, 'epochId'>) =>
  writer && lastOperation > 0 ? [{ id: writer.id, last_operation: lastOperation, written_at: writer.now }] : []

/** The values of the columns, in their order. */
export const valuesOf = (row: object, columns: readonly string[]): unknown[] =>
  columns.map((name): unknown => Reflect.get(row, name) ?? null)

/** The rows as JSON. Database servers reject lone surrogates and the character 0 in it. */
export function writeJson(rows: readonly unknown[]): string {
  const text = JSON.stringify(rows)
  if (!/\\u(?:d[89a-f]|0000)/.test(text)) return text
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value,
  )
}
