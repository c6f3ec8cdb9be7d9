import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { makeReason } from '@sluice/contract/error-reasons'
import { logType } from '@sluice/contract/roles'
import type {
  ExportFormat,
  LogStoreState,
  UsageEntry,
  UsageLog,
  UsageLogPage,
  UsageStat,
} from '@sluice/contract/usage-log'
import type { Kysely } from 'kysely'
import { GatewayError } from '../../core/errors.ts'
import type { Language } from '../../platform/accepted-language.ts'
import { countedRowsMax } from '../../store/count-rows.ts'
import { engineOf } from '../../store/dialects/engine.ts'
import { voidMoves } from '../../store/log-store/move-usage-rows.ts'
import type { Database, UsageLogRow } from '../../store/schema.ts'
import { sumSpent } from '../../store/spent-sums.ts'
import type { UsageLogFilter } from '../../store/usage-log-filter.ts'
import { countCallsAndTokens } from '../../store/usage-log-sums.ts'
import {
  countUsageLogs,
  findOldestUsageLog,
  listUsageLogs,
  placeOf,
  readBound,
  type UsageLogPlace,
} from '../../store/usage-logs.ts'
import { deleteUsageLogs } from '../../store/usage-retention.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { Audit } from '../record-audit.ts'
import { refusedField } from '../refused-field.ts'
import { buildOwnUsageLog, buildUsageLog } from './build-usage-log.ts'
import { type EntryPlace, findEntry, listRelated } from './entry.ts'
import { createLogExport } from './export-logs.ts'
import { readHistogram } from './histogram.ts'
import { buildCursor, type LogSlice } from './parse-log-query.ts'
import { resolveNames } from './resolve-names.ts'

export interface LogReader {
  view: 'admin' | 'own'
  language: Language
}

interface LogSearch {
  keyword: string
  after: UsageLogPlace | undefined
  /** Absent = all accounts. */
  userId?: number
}

type FoundLogs = Pick<UsageLogPage, 'items' | 'next_cursor'>

const searchedRowsMax = 100
const deletedRowsPerTransaction = 1_000
/** How long an answer waits for the end of a purge. */
const purgeWaitMs = 20_000
const rateWindowMs = 60_000
/** A log database that answers has the rows by then. */
const movedWithinMs = 300_000

/** Reads the usage log, and deletes old rows. The ledger writes the rows. */
export function createLogService(
  deps: Pick<AdminDependencies, 'db' | 'reports' | 'logStore' | 'ledger' | 'state' | 'clock' | 'upkeep'>,
) {
  const { db, reports, logStore, ledger, state, clock } = deps
  const search = { bound: readBound, hours: reports, moved: logStore }
  const exportLogs = createLogExport(deps)

  function build({ view, language }: LogReader) {
    const { options, channels } = state.current()
    return (row: UsageLogRow): UsageLog =>
      view === 'own'
        ? buildOwnUsageLog(row, { language, options })
        : buildUsageLog(row, {
            language,
            options,
            channelName: channels.get(row.channel_id)?.name ?? '',
          })
  }

  /** No index has the ids of upstreams, and one of them has few rows: these are found within the bound of a list. */
  async function sumOfFilter(filter: UsageLogFilter, signal: AbortSignal | undefined): Promise<number> {
    if (filter.upstreamId === undefined) return await sumSpent(reports, filter, { signal, moved: logStore })
    const { rows } = await listUsageLogs(reports, filter, { limit: searchedRowsMax }, search)
    return rows.reduce((sum, { type, quota }) => (type === logType.consume ? sum + quota : sum), 0)
  }

  return {
    async list(reader: LogReader, filter: UsageLogFilter, slice: LogSlice): Promise<UsageLogPage> {
      const { page, pageSize, offset, after } = slice
      const resolved = await resolveNames(db, filter)
      // Rows are written in batches: a call that has ended here is in the list.
      await ledger.flush()
      const { rows, stoppedAt } = await listUsageLogs(reports, resolved, { limit: pageSize, offset, after }, search)
      const { count, isCut } = await countUsageLogs(reports, resolved, search)
      const total = rows.length === 0 ? count : Math.max(count, offset + rows.length)
      return {
        items: rows.map(build(reader)),
        total,
        total_max: isCut ? total : countedRowsMax,
        page,
        page_size: pageSize,
        next_cursor: cursorBehind(rows, pageSize, stoppedAt),
      }
    },

    /** The newest rows of the type a number names; administrators also find the beginning of a content. */
    async search(reader: LogReader, { keyword, after, userId }: LogSearch): Promise<FoundLogs> {
      const filter = searchFilter(reader.view, keyword.trim(), userId)
      if (filter === null) return { items: [], next_cursor: null }
      const { rows, stoppedAt } = await listUsageLogs(reports, filter, { limit: searchedRowsMax, after }, search)
      return { items: rows.map(build(reader)), next_cursor: cursorBehind(rows, searchedRowsMax, stoppedAt) }
    },

    /** One row, and the other rows of its call. */
    async entry(reader: LogReader, place: EntryPlace): Promise<UsageEntry> {
      const row = await findEntry(deps, place)
      const related = await listRelated(deps, row)
      return { entry: build(reader)(row), related: related.map(build(reader)) }
    },

    /** Calls, failures and charges over time. */
    histogram: (filter: UsageLogFilter, signal: AbortSignal) => readHistogram(deps, filter, signal),

    /** All rows of the filter as a file that is streamed. */
    export: (
      reader: LogReader,
      question: {
        account: { id: number; username: string }
        filter: UsageLogFilter
        format: ExportFormat
        signal: AbortSignal
      },
    ): Promise<Response> => {
      const { account, ...rest } = question
      const { QuotaPerUnit: quotaPerUnit } = state.current().options
      const isOperator = reader.view === 'admin'
      return exportLogs({
        ...rest,
        reader: { accountId: account.id, username: account.username, isOperator, quotaPerUnit, build: build(reader) },
      })
    },

    /** The charges of the calls in the filter; the calls and tokens of the last minute, whatever the span. */
    async stat(asked: UsageLogFilter, signal?: AbortSignal): Promise<UsageStat> {
      const filter = await resolveNames(db, asked)
      const { untilAt: _, ...current } = filter
      const minute = { ...current, fromAt: clock.now() - rateWindowMs }
      const recent = await countCallsAndTokens(reports, minute, logStore)
      const quota = await sumOfFilter(filter, signal)
      return { quota, rpm: recent.calls, tpm: recent.tokens }
    },

    /** For administrators: whether the log database answers, and what waits for it. */
    async storeState(): Promise<LogStoreState> {
      if (!logStore) return { is_separate: false, is_reachable: true, waiting_rows: 0, waiting_since: 0 }
      await logStore.check()
      const filter = { untilAt: clock.now() - movedWithinMs }
      const { count } = await countUsageLogs(reports, filter)
      const oldest = await findOldestUsageLog(reports)
      // One row may stay: that of the highest id.
      const isWaiting = count > 1 && oldest !== null
      return {
        is_separate: true,
        is_reachable: logStore.fault === null,
        waiting_rows: isWaiting ? count : 0,
        waiting_since: isWaiting ? Math.floor(oldest / 1000) : 0,
      }
    },

    /**
     * Deletes the rows older than a time, a batch at a time, as long work: it continues without the client. Returns the
     * number of deleted rows at its end, or what is deleted after `purgeWaitMs`. Throws `work_running`.
     */
    async purge(
      beforeSeconds: number | undefined,
      { caller, audit }: { caller: { username: string }; audit: Audit },
    ): Promise<{ data: number; is_running: boolean }> {
      const before = beforeSeconds ?? 0
      if (before <= 0) throw refusedField('target_timestamp', makeReason('required'))
      const purged: { rows: number; isOver: boolean; failure: unknown } = { rows: 0, isOver: false, failure: null }
      const started = await deps.upkeep.works.start('log_cleanup', { startedBy: caller.username }, async (run) => {
        const report = (rows: number) => {
          purged.rows += rows
          run.report(purged.rows)
        }
        try {
          // Before the first deletion: an interrupted purge has deleted some rows, too.
          await audit({ action: 'log.purge', objectType: 'usage_log', objectId: '', after: { before } })
          await deleteEverywhere(before * 1000, report, run.signal)
        } catch (error) {
          purged.failure = error
          throw error
        }
        purged.isOver = true
      })
      if (started === null) throw new GatewayError('work_running')
      await Promise.race([started.ended, wait(purgeWaitMs, undefined, { ref: false })])
      if (purged.failure !== null) throw purged.failure
      return { data: purged.rows, is_running: !purged.isOver }
    },
  }

  async function deleteEverywhere(
    beforeAt: number,
    report: (rows: number) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const logs = logStore && (await logStore.open())
    await deleteBefore(db, beforeAt, { report, signal })
    if (!logs || signal.aborted) return
    await voidMoves({ main: db, logs: logs.db })
    await deleteBefore(logs.db, beforeAt, { report, signal })
  }
}

/** The cursor to the rows after a page; null = there are none. */
function cursorBehind(rows: readonly UsageLogRow[], limit: number, stoppedAt: UsageLogPlace | null): string | null {
  const last = rows.length === limit ? rows.at(-1) : undefined
  const next = last === undefined ? stoppedAt : placeOf(last)
  return next === null ? null : buildCursor(next)
}

export type LogService = ReturnType<typeof createLogService>

async function deleteBefore(
  db: Kysely<Database>,
  beforeAt: number,
  { report, signal }: { report: (rows: number) => void; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    const batch = await deleteUsageLogs(db, { beforeAt, limit: deletedRowsPerTransaction })
    report(batch)
    // ClickHouse deletes all at once.
    if (batch === 0 || engineOf(db) === 'clickhouse') return
    // The embedded database answers at once: without this the batches would be one long turn.
    await setImmediate()
  }
}

function searchFilter(view: LogReader['view'], keyword: string, userId: number | undefined): UsageLogFilter | null {
  const own = userId === undefined ? {} : { userId }
  if (keyword === '') return own
  if (/^\d{1,3}$/.test(keyword)) return { ...own, type: Number(keyword) }
  return view === 'admin' ? { ...own, contentPrefix: keyword } : null
}
