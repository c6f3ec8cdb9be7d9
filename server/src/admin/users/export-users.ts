import { setImmediate } from 'node:timers/promises'
import { type CsvCell, csvLine, csvStart } from '@sluice/contract/csv'
import { roles, userStatus } from '@sluice/contract/roles'
import { type ListedUser, listUsersBefore, prepareUserFilter, type UserFilter } from '../../store/user-lists.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createFileStreams } from '../stream-file.ts'

const rowsPerPart = 500

const roleNames: Readonly<Record<number, string>> = {
  [roles.user]: 'user',
  [roles.admin]: 'admin',
  [roles.root]: 'root',
}

type Cell = (row: ListedUser, quotaPerUnit: number) => CsvCell

const timeCell = (at: number | null): CsvCell => (at ? new Date(at).toISOString() : null)

/** A column that is added comes last: programs may read by position. */
const columns: readonly [name: string, cell: Cell][] = [
  ['id', ({ id }) => id],
  ['username', ({ username }) => username],
  ['display_name', ({ display_name }) => display_name],
  ['email', ({ email }) => email],
  ['group', ({ group_name }) => group_name],
  ['role', ({ role }) => roleNames[role] ?? String(role)],
  ['status', statusCell],
  ['balance', ({ quota }, unit) => quota / unit],
  ['spent', ({ used_quota }, unit) => used_quota / unit],
  ['calls', ({ request_count }) => request_count],
  ['created', ({ created_at }) => timeCell(created_at)],
  ['last_seen', ({ seen_at }) => timeCell(seen_at)],
  ['invited_by', ({ inviter_id }) => (inviter_id === 0 ? null : inviter_id)],
  ['balance_quota', ({ quota }) => quota],
  ['spent_quota', ({ used_quota }) => used_quota],
]

function statusCell({ status, deleted_at }: ListedUser): CsvCell {
  if (deleted_at !== null) return 'deleted'
  if (status === userStatus.enabled) return 'active'
  return status === userStatus.banned ? 'banned' : String(status)
}

/** Sends all accounts of a filter as CSV, newest first, read a part at a time: their number has no bound. */
export function createUserExport({ reports, state, clock }: Pick<AdminDependencies, 'reports' | 'state' | 'clock'>) {
  const stream = createFileStreams()

  async function* partsOf(filter: UserFilter): AsyncGenerator<string> {
    const { QuotaPerUnit: unit } = state.current().options
    yield csvStart + csvLine(columns.map(([name]) => name))
    const prepared = await prepareUserFilter(reports, filter)
    for (let before = Number.MAX_SAFE_INTEGER; ; ) {
      const rows = await listUsersBefore(reports, prepared, { before, limit: rowsPerPart })
      yield rows.map((row) => csvLine(columns.map(([, cell]) => cell(row, unit)))).join('')
      const last = rows.at(-1)
      if (last === undefined || rows.length < rowsPerPart) return
      before = last.id
      await setImmediate()
    }
  }

  return (filter: UserFilter, { accountId, signal }: { accountId: number; signal: AbortSignal }): Response =>
    stream({
      accountId,
      name: `users-${new Date(clock.now()).toISOString().slice(0, 10)}.csv`,
      parts: partsOf(filter),
      signal,
    })
}
