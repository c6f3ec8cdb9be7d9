import { cacheSpanMax, type PromptParts, promptPartCallsMax } from '@sluice/contract/cache-report'
import { parseRecord, recordOf } from '@sluice/contract/read-json'
import { logType } from '@sluice/contract/roles'
import { GatewayError } from '../../core/errors.ts'
import type { UsageLogRow } from '../../store/schema.ts'
import { listUsageLogs, placeOf, type UsageLogPlace } from '../../store/usage-logs.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { parseHourSpan, type SpanQuery } from '../parse-span.ts'

const rowsPerSlice = 500
/** Rows of other kinds count too: one kind has no index. */
const slicesMax = 10

type Deps = Pick<AdminDependencies, 'reports' | 'clock' | 'logStore'>

/** Reads the newest charged calls of the span. Throws GatewayError for a span that is too long, and after an abort. */
export async function countPromptParts(
  { reports, clock, logStore }: Deps,
  query: SpanQuery,
  signal: AbortSignal,
): Promise<PromptParts> {
  const span = parseHourSpan(query, { now: clock.now(), secondsMax: cacheSpanMax })
  const counts: PromptParts = { calls: 0, tools: 0, system: 0, message: 0 }
  let after: UsageLogPlace | undefined
  for (let slice = 0; slice < slicesMax && counts.calls < promptPartCallsMax; slice++) {
    if (signal.aborted) throw new GatewayError('client_closed_request')
    const { rows } = await listUsageLogs(reports, span, { limit: rowsPerSlice, after }, { moved: logStore })
    for (const row of rows) if (row.type === logType.consume && counts.calls < promptPartCallsMax) count(counts, row)
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsPerSlice) break
    after = placeOf(last)
  }
  return counts
}

function count(counts: PromptParts, { detail }: Pick<UsageLogRow, 'detail'>): void {
  counts.calls++
  // Most rows have none, and the detail is long.
  if (!detail.includes('"prompt_part"')) return
  const { in: place } = recordOf(parseRecord(detail)?.prompt_part)
  if (place === 'tools' || place === 'system' || place === 'message') counts[place]++
}
