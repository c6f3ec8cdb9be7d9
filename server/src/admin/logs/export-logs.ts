import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { csvLine, csvStart } from '@sluice/contract/csv'
import type { ExportFormat } from '@sluice/contract/usage-log'
import { GatewayError } from '../../core/errors.ts'
import { exportKind } from '../../store/channel-sweeps.ts'
import type { UsageLogRow } from '../../store/schema.ts'
import type { UsageLogFilter } from '../../store/usage-log-filter.ts'
import { listUsageLogs, placeOf, readBound, type UsageLogPlace } from '../../store/usage-logs.ts'
import type { WorkRun } from '../../upkeep/long-works.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createFileStreams } from '../stream-file.ts'
import { buildExportCells, buildExportObject, type ExportReader, exportColumns } from './export-rows.ts'
import { resolveNames } from './resolve-names.ts'

const rowsPerPart = 500
/** The end of an export whose client has just left is being written. */
const retries = 2
const retryMs = 150

interface ExportQuestion {
  reader: ExportReader & { accountId: number; username: string }
  filter: UsageLogFilter
  format: ExportFormat
  signal: AbortSignal
}

/**
 * Sends all rows of a filter, newest first. Rows are read a part at a time, when the client has taken the part before,
 * so that the length does not matter. The list's rules of access apply: the filter names the account, and the reader
 * the fields. While it is read it is long work, which the super administrator can cancel: the file is then cut off.
 * Throws too_many_concurrent_calls while another export of the account runs, on any node.
 */
export function createLogExport({
  db,
  reports,
  logStore,
  ledger,
  clock,
  upkeep,
}: Pick<AdminDependencies, 'db' | 'reports' | 'logStore' | 'ledger' | 'clock' | 'upkeep'>) {
  const stream = createFileStreams()
  const search = { bound: readBound, hours: reports, moved: logStore }

  /** Parts of the file. A part may be empty: a query of rows without an index is bounded, and continues after it. */
  async function* partsOf(question: ExportQuestion, report: (rows: number) => void): AsyncGenerator<string> {
    const { reader, format } = question
    let sent = 0
    const filter = await resolveNames(db, question.filter)
    await ledger.flush()
    const columns = exportColumns(reader)
    if (format === 'csv') yield csvStart + csvLine(columns)
    let after: UsageLogPlace | undefined
    for (;;) {
      const { rows, stoppedAt } = await listUsageLogs(reports, filter, { limit: rowsPerPart, after }, search)
      yield rows.map((row) => lineOf(row, reader, format)).join('')
      sent += rows.length
      report(sent)
      const last = rows.length === rowsPerPart ? rows.at(-1) : undefined
      const next = last === undefined ? stoppedAt : placeOf(last)
      if (next === null) return
      after = next
      await setImmediate()
    }
  }

  return async (question: ExportQuestion): Promise<Response> => {
    const { reader, format, signal } = question
    const { promise: over, resolve: endWork } = Promise.withResolvers<void>()
    const { promise: running, resolve: tellRun } = Promise.withResolvers<WorkRun>()
    const start = { startedBy: reader.username, signal, isForgotten: true }
    const begin = () =>
      upkeep.works.start(exportKind(reader.accountId), start, (run) => {
        tellRun(run)
        // A client that leaves before the first part does not read to its end.
        if (run.signal.aborted) endWork()
        else run.signal.addEventListener('abort', () => endWork(), { once: true })
        return over
      })
    let started = await begin()
    for (let left = retries; started === null && left > 0; left--) {
      await wait(retryMs)
      started = await begin()
    }
    if (started === null) throw new GatewayError('too_many_concurrent_calls', {}, { retryAfterSeconds: 10 })
    const run = await running
    const { ended } = started
    async function* untilOver(): AsyncGenerator<string> {
      try {
        yield* partsOf(question, run.report)
      } finally {
        endWork()
        // The next export may begin as soon as the file is whole.
        await ended
      }
    }
    try {
      const name = `usage-${new Date(clock.now()).toISOString().slice(0, 10)}.${format}`
      return stream({ accountId: reader.accountId, name, parts: untilOver(), signal: run.signal })
    } catch (error) {
      endWork()
      throw error
    }
  }
}

function lineOf(row: UsageLogRow, reader: ExportReader, format: ExportFormat): string {
  if (format === 'csv') return csvLine(buildExportCells(row, reader))
  return `${JSON.stringify(buildExportObject(row, reader))}\n`
}
