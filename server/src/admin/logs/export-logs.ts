import { setImmediate } from 'node:timers/promises'
import { csvLine, csvStart } from '@sluice/contract/csv'
import type { ExportFormat } from '@sluice/contract/usage-log'
import type { UsageLogRow } from '../../store/schema.ts'
import type { UsageLogFilter } from '../../store/usage-log-filter.ts'
import { listUsageLogs, readBound, type UsageLogPlace } from '../../store/usage-logs.ts'
import { createFileStreams } from '../stream-file.ts'
import { buildExportCells, buildExportObject, type ExportReader, exportColumns } from './export-rows.ts'
import type { LogServiceDependencies } from './log-dependencies.ts'
import { resolveNames } from './resolve-names.ts'

const rowsPerPart = 500

interface ExportQuestion {
  reader: ExportReader & { accountId: number }
  filter: UsageLogFilter
  format: ExportFormat
  signal: AbortSignal
}

/**
 * Sends all rows of a filter, newest first. Rows are read a part at a time, when the client has taken the part before,
 * so that the length does not matter. The list's rules of access apply: the filter names the account, and the reader
 * the fields.
 */
export function createLogExport({ db, reports, logStore, ledger, clock }: LogServiceDependencies) {
  const stream = createFileStreams()
  const search = { bound: readBound, hours: reports, moved: logStore }

  /** Parts of the file. A part may be empty: a query of rows without an index is bounded, and continues after it. */
  async function* partsOf(question: ExportQuestion): AsyncGenerator<string> {
    const { reader, format } = question
    const filter = await resolveNames(db, question.filter)
    await ledger.flush()
    const columns = exportColumns(reader)
    if (format === 'csv') yield csvStart + csvLine(columns)
    let after: UsageLogPlace | undefined
    for (;;) {
      const { rows, stoppedAt } = await listUsageLogs(reports, filter, { limit: rowsPerPart, after }, search)
      yield rows.map((row) => lineOf(row, reader, format)).join('')
      const last = rows.length === rowsPerPart ? rows.at(-1) : undefined
      const next = last === undefined ? stoppedAt : { createdAt: last.created_at, id: last.id }
      if (next === null) return
      after = next
      await setImmediate()
    }
  }

  return (question: ExportQuestion): Response =>
    stream({
      accountId: question.reader.accountId,
      name: `usage-${new Date(clock.now()).toISOString().slice(0, 10)}.${question.format}`,
      parts: partsOf(question),
      signal: question.signal,
    })
}

function lineOf(row: UsageLogRow, reader: ExportReader, format: ExportFormat): string {
  if (format === 'csv') return csvLine(buildExportCells(row, reader))
  return `${JSON.stringify(buildExportObject(row, reader))}\n`
}
