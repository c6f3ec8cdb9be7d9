import { setImmediate } from 'node:timers/promises'
import { csvLine, csvStart } from '@sluice/contract/csv'
import type { ExportFormat } from '@sluice/contract/usage-log'
import { GatewayError } from '../../core/errors.ts'
import type { UsageLogRow } from '../../store/schema.ts'
import type { UsageLogFilter } from '../../store/usage-log-filter.ts'
import { listUsageLogs, readBound, type UsageLogPlace } from '../../store/usage-logs.ts'
import { buildExportCells, buildExportObject, type ExportReader, exportColumns } from './export-rows.ts'
import type { LogServiceDependencies } from './log-dependencies.ts'
import { resolveNames } from './resolve-names.ts'

const rowsPerPart = 500
/** Of this process, and of one account. */
const exportsAtOnce = 4
const exportsOfAccount = 1

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
  const running = new Map<number, number>()
  const search = { bound: readBound, hours: reports, moved: logStore }

  function enter(accountId: number): () => void {
    const own = running.get(accountId) ?? 0
    const all = [...running.values()].reduce((sum, count) => sum + count, 0)
    if (own >= exportsOfAccount || all >= exportsAtOnce)
      throw new GatewayError('too_many_concurrent_calls', {}, { retryAfterSeconds: 10 })
    running.set(accountId, own + 1)
    return () => {
      const left = (running.get(accountId) ?? 1) - 1
      if (left > 0) running.set(accountId, left)
      else running.delete(accountId)
    }
  }

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

  return (question: ExportQuestion): Response => {
    const leave = enter(question.reader.accountId)
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    return new Response(streamOf(partsOf(question), { signal: question.signal, leave }), {
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="usage-${day}.${question.format}"`,
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      },
    })
  }
}

function lineOf(row: UsageLogRow, reader: ExportReader, format: ExportFormat): string {
  if (format === 'csv') return csvLine(buildExportCells(row, reader))
  return `${JSON.stringify(buildExportObject(row, reader))}\n`
}

/** The parts as bytes. Reading ends with the stream, with a client that disconnects, and with a failure. */
function streamOf(
  parts: AsyncGenerator<string>,
  { signal, leave }: { signal: AbortSignal; leave: () => void },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let isOver = false
  const finish = () => {
    if (isOver) return
    isOver = true
    leave()
    void parts.return(undefined)
  }
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const stop = () => {
        finish()
        controller.error(signal.reason)
      }
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop, { once: true })
    },
    async pull(controller) {
      try {
        // A part without rows is not sent, but the next one is read.
        for (;;) {
          const { value = '', done } = await parts.next()
          if (isOver) return
          if (done) {
            finish()
            controller.close()
            return
          }
          if (value === '') continue
          controller.enqueue(encoder.encode(value))
          return
        }
      } catch (error) {
        if (isOver) return
        finish()
        controller.error(error)
      }
    },
    cancel: finish,
  })
}
