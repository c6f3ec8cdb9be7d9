import { logType } from '@sluice/contract/roles'
import type { LastCall } from '@sluice/contract/usage-log'
import { languageOf } from '../../platform/accepted-language.ts'
import { listUsageLogs, readBound } from '../../store/usage-logs.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { buildOwnUsageLog } from './build-usage-log.ts'

/** Whoever waits longer has left: so that a poll never reads many rows. */
const longestMs = 900_000
/** A row has the time of its call, and is written a moment later; the clocks of nodes may differ. */
const overlapMs = 10_000
/** Rows of a token that are no calls, such as refunds, are few. */
const rowsMax = 5

/** For whoever has just connected a program: whether its first call has come. */
export function mountLastCall(api: AdminApi, deps: AdminDependencies): void {
  const { db, reports, ledger, logStore, state, clock } = deps
  api.route('GET /api/log/self/last-call', async ({ caller, query, raw }) => {
    const at = clock.now()
    // Without a time, the wait begins now.
    if (!query.since || !query.token_id) return { data: { at, call: null } satisfies LastCall }
    // Rows are written in batches: a call that has ended here is in the list.
    await ledger.flush()
    const fromAt = Math.max(query.since - overlapMs, at - longestMs)
    const filter = { userId: caller.id, tokenIds: [query.token_id], fromAt }
    const search = { bound: readBound, hours: reports, moved: logStore }
    const { rows } = await listUsageLogs(db, filter, { limit: rowsMax }, search)
    const row = rows.find(({ type }) => type === logType.consume || type === logType.error)
    const reader = { language: languageOf(raw.headers, caller), options: state.current().options }
    return { data: { at, call: row === undefined ? null : buildOwnUsageLog(row, reader) } satisfies LastCall }
  })
}
