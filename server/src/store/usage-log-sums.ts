import { logType } from '@sluice/contract/roles'
import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely'
import { GatewayError } from '../core/errors.ts'
import { lastMove, type MovedRows, movedUntil } from './log-store/moved-rows.ts'
import type { Database } from './schema.ts'
import { rowsPerSpan } from './time-spans.ts'
import { usageLogCondition } from './usage-log-conditions.ts'
import type { UsageLogFilter } from './usage-log-filter.ts'
import { spansOf } from './usage-log-spans.ts'

type Db = Kysely<Database>

/**
 * The exact sum of the charges of the filter's rows; without a type, of consumption rows. Charges of consumption are
 * less the refunds of the same time: rows of the type system with a negative amount.
 */
export async function sumChargedQuota(
  db: Db,
  filter: UsageLogFilter,
  { signal, moved }: { signal?: AbortSignal | undefined; moved?: MovedRows | null | undefined } = {},
): Promise<number> {
  let total = 0
  for await (const span of spansOf(db, filter, { rowsPerSpan, moved })) {
    if (signal?.aborted) throw new GatewayError('client_closed_request')
    const within = { ...filter, ...span }
    total += (await sumRows(db, within, moved)).quota
    if ((filter.type ?? logType.consume) === logType.consume) total += await sumRefunds(db, within, moved)
  }
  return total
}

/** The sum of the refunds, at most 0. */
async function sumRefunds(db: Db, filter: UsageLogFilter, moved: MovedRows | null | undefined): Promise<number> {
  return (await sumRows(db, { ...filter, type: logType.system }, moved, isRefund)).quota
}

const isRefund = (eb: ExpressionBuilder<Database, 'usage_logs'>) => eb('quota', '<', 0)

interface RowSums {
  calls: number
  quota: number
  tokens: number
}

async function sumRows(
  db: Db,
  filter: UsageLogFilter,
  moved: MovedRows | null | undefined,
  isCounted: ((eb: ExpressionBuilder<Database, 'usage_logs'>) => Expression<SqlBool>) | null = null,
): Promise<RowSums> {
  const sums = (source: Db) =>
    source
      .selectFrom('usage_logs')
      .select((eb) => [
        eb.fn.countAll().as('calls'),
        eb.fn.sum('quota').as('quota'),
        eb.fn.sum('prompt_tokens').as('prompt'),
        eb.fn.sum('completion_tokens').as('completion'),
      ])
      .where((eb) => usageLogCondition(eb, { type: logType.consume, ...filter }))
      .$if(isCounted !== null, (query) => (isCounted === null ? query : query.where(isCounted)))
  if (!moved) return readSums(await sums(db).executeTakeFirstOrThrow())
  const { move, ...here } = await sums(db).select(lastMove().as('move')).executeTakeFirstOrThrow()
  const { reports } = await moved.open()
  const there = await sums(reports).where(movedUntil(move)).executeTakeFirstOrThrow()
  const [one, other] = [readSums(here), readSums(there)]
  return {
    calls: one.calls + other.calls,
    quota: one.quota + other.quota,
    tokens: one.tokens + other.tokens,
  }
}

const readSums = (row: Record<'calls' | 'quota' | 'prompt' | 'completion', unknown>): RowSums => ({
  calls: Number(row.calls),
  quota: Number(row.quota ?? 0),
  tokens: Number(row.prompt ?? 0) + Number(row.completion ?? 0),
})

/**
 * The number of the filter's rows and of their tokens; without a type, of consumption rows. For short spans of time.
 */
export async function countCallsAndTokens(
  db: Db,
  filter: UsageLogFilter,
  moved: MovedRows | null = null,
): Promise<{ calls: number; tokens: number }> {
  const { calls, tokens } = await sumRows(db, filter, moved)
  return { calls, tokens }
}
