import { setImmediate } from 'node:timers/promises'
import type { UsageLog, UsageLogPage, UsageStat } from '@sluice/contract/usage-log'
import type { Kysely } from 'kysely'
import { GatewayError } from '../../core/errors.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { Language } from '../../platform/accepted-language.ts'
import type { Clock } from '../../platform/clock.ts'
import type { State } from '../../state/snapshot.ts'
import type { Database, UsageLogRow } from '../../store/schema.ts'
import { sumSpent } from '../../store/spent-sums.ts'
import type { UsageLogFilter } from '../../store/usage-log-filter.ts'
import {
  countCallsAndTokens,
  countedRowsMax,
  countUsageLogs,
  listUsageLogs,
  readBound,
} from '../../store/usage-logs.ts'
import { deleteUsageLogs } from '../../store/usage-retention.ts'
import { buildOwnUsageLog, buildUsageLog } from './build-usage-log.ts'
import { buildCursor, type LogSlice } from './parse-log-query.ts'
import { resolveNames } from './resolve-names.ts'

export interface LogServiceDependencies {
  db: Kysely<Database>
  reports: Kysely<Database>
  ledger: Pick<Ledger, 'flush'>
  state: State
  clock: Clock
}

export interface LogReader {
  view: 'admin' | 'own'
  language: Language
}

const searchedRowsMax = 100
const deletedRowsPerTransaction = 1_000
const rateWindowMs = 60_000

/** Reading the usage log, and throwing old rows away. Rows are written by the ledger. */
export function createLogService({ db, reports, ledger, state, clock }: LogServiceDependencies) {
  const search = { bound: readBound, hours: reports }

  function build({ view, language }: LogReader) {
    const { options, channels } = state.current()
    return (row: UsageLogRow): UsageLog =>
      view === 'own'
        ? buildOwnUsageLog(row, { language, options })
        : buildUsageLog(row, {
            ...{ language, options },
            channelName: channels.get(row.channel_id)?.name ?? '',
          })
  }

  return {
    async list(reader: LogReader, filter: UsageLogFilter, slice: LogSlice): Promise<UsageLogPage> {
      const { page, pageSize, offset, after } = slice
      const resolved = await resolveNames(db, filter)
      // Rows are written in batches: a call that has ended here is in the list.
      await ledger.flush()
      const { rows, stoppedAt } = await listUsageLogs(
        reports,
        resolved,
        { limit: pageSize, offset, after },
        search,
      )
      const last = rows.length === pageSize ? rows.at(-1) : undefined
      const next = last === undefined ? stoppedAt : { createdAt: last.created_at, id: last.id }
      return {
        items: rows.map(build(reader)),
        total: await countUsageLogs(reports, resolved, search),
        total_max: countedRowsMax,
        page,
        page_size: pageSize,
        next_cursor: next === null ? null : buildCursor(next),
      }
    },

    /** The newest rows of the type a number names; administrators also find the beginning of a content. */
    async search(reader: LogReader, keyword: string, userId?: number): Promise<UsageLog[]> {
      const filter = searchFilter(reader.view, keyword.trim(), userId)
      if (filter === null) return []
      const { rows } = await listUsageLogs(reports, filter, { limit: searchedRowsMax }, search)
      return rows.map(build(reader))
    },

    /** The charges of the calls in the filter; the calls and tokens of the last minute, whatever the span. */
    async stat(asked: UsageLogFilter, signal?: AbortSignal): Promise<UsageStat> {
      const filter = await resolveNames(db, asked)
      const { untilAt: _, ...current } = filter
      const recent = await countCallsAndTokens(reports, { ...current, fromAt: clock.now() - rateWindowMs })
      return { quota: await sumSpent(reports, filter, signal), rpm: recent.calls, tpm: recent.tokens }
    },

    /** Deletes the rows older than `beforeAt`, a batch at a time. Returns their number. */
    async purge(beforeAt: number, signal?: AbortSignal): Promise<number> {
      let deleted = 0
      for (;;) {
        if (signal?.aborted) throw new GatewayError('client_closed_request')
        const batch = await deleteUsageLogs(db, { beforeAt, limit: deletedRowsPerTransaction })
        deleted += batch
        if (batch === 0) return deleted
        // The embedded database answers at once: without this the batches would be one long turn.
        await setImmediate()
      }
    },
  }
}

export type LogService = ReturnType<typeof createLogService>

function searchFilter(
  view: LogReader['view'],
  keyword: string,
  userId: number | undefined,
): UsageLogFilter | null {
  const own = userId === undefined ? {} : { userId }
  if (keyword === '') return own
  if (/^\d{1,3}$/.test(keyword)) return { ...own, type: Number(keyword) }
  return view === 'admin' ? { ...own, contentPrefix: keyword } : null
}
