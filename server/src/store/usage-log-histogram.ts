import { logType } from '@sluice/contract/roles'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { GatewayError } from '../core/errors.ts'
import { lastMove, type MovedRows, movedUntil } from './log-store/moved-rows.ts'
import type { Database } from './schema.ts'
import type { Span } from './time-spans.ts'
import { sumUsageHours } from './usage-hours.ts'
import { usageLogCondition } from './usage-log-conditions.ts'
import type { UsageLogFilter } from './usage-log-filter.ts'
import { spansOf } from './usage-log-spans.ts'
import { readBound, readingWithin } from './usage-logs.ts'

type Db = Kysely<Database>

/** A step of time; `quota` is the charges less the refunds. */
export interface UsageStep {
  at: number
  calls: number
  failed: number
  quota: number
}

export interface UsageSteps {
  /** Only steps with rows, the oldest first. */
  steps: UsageStep[]
  /** Rows before this time were not read. */
  countedFrom: number
}

interface StepsQuestion {
  filter: UsageLogFilter
  span: Span
  stepMs: number
}

interface Source {
  moved?: MovedRows | null
  signal?: AbortSignal
}

/** Whether the hourly sums have the columns of the filter. */
export const areSummedHourly = ({ username, tokenName, contentPrefix, requestId, upstreamId }: UsageLogFilter) =>
  [username, tokenName, contentPrefix, requestId, upstreamId].every((given) => given === undefined)

/** From the hourly sums, whose number does not grow with the calls. The span begins at a full hour, and so do steps. */
export async function sumHourSteps(
  db: Db,
  { filter, span, stepMs }: StepsQuestion,
  signal?: AbortSignal,
): Promise<UsageStep[]> {
  const { type, userId, tokenIds, channelId, groupName, modelName } = filter
  const sums = await sumUsageHours(
    db,
    { ...span, userId, tokenIds, channelId, groupName, modelName },
    {
      columns: [],
      step: { lengthMs: stepMs, offsetMs: span.fromAt % stepMs },
      amounts: ['calls', 'errors', 'quota'],
    },
    signal,
  )
  const hasCalls = type !== logType.error
  const hasFailures = type !== logType.consume
  return sums
    .map(({ at, calls, errors, quota }) => ({
      at,
      calls: hasCalls ? calls : 0,
      failed: hasFailures ? errors : 0,
      quota: hasCalls ? quota : 0,
    }))
    .filter(({ calls, failed, quota }) => calls > 0 || failed > 0 || quota !== 0)
    .toSorted((a, b) => a.at - b.at)
}

/** From the rows, within the bound of a query of the console. */
export async function countRowSteps(
  db: Db,
  { filter, span, stepMs }: StepsQuestion,
  { moved = null, signal }: Source = {},
): Promise<UsageSteps> {
  const steps = new Map<number, UsageStep>()
  const reading = readingWithin(readBound)
  const { rowsPerSpan } = readBound
  let countedFrom = span.untilAt
  for await (const part of spansOf(db, { ...filter, ...span }, { rowsPerSpan, moved })) {
    if (signal?.aborted) throw new GatewayError('client_closed_request')
    const question = { filter: { ...filter, ...part }, offsetMs: span.fromAt % stepMs, stepMs }
    for (const row of await sumSteps(db, question, moved)) addRow(steps, row)
    countedFrom = part.fromAt
    if (reading.countSpan()) break
  }
  return { steps: [...steps.values()].toSorted((a, b) => a.at - b.at), countedFrom }
}

interface StepRow {
  at: number
  type: number
  count: number
  quota: number
}

function addRow(steps: Map<number, UsageStep>, { at, type, count, quota }: StepRow): void {
  const step = steps.get(at) ?? { at, calls: 0, failed: 0, quota: 0 }
  steps.set(at, step)
  if (type === logType.consume) step.calls += count
  if (type === logType.error) step.failed += count
  step.quota += quota
}

interface RowsQuestion {
  filter: UsageLogFilter
  offsetMs: number
  stepMs: number
}

async function sumSteps(db: Db, question: RowsQuestion, moved: MovedRows | null): Promise<StepRow[]> {
  if (!moved) return read(await stepsOf(db, question).execute())
  const here = await stepsOf(db, question).select(lastMove().as('move')).execute()
  // Without rows there is no row with the number of the move.
  const [known] = here
  const { move } = known ?? (await db.selectNoFrom(lastMove().as('move')).executeTakeFirstOrThrow())
  const { reports } = await moved.open()
  return [...read(here), ...read(await stepsOf(reports, question, movedUntil(move)).execute())]
}

/** Sums of calls, failures and refunds by step and type. */
function stepsOf(db: Db, { filter, offsetMs, stepMs }: RowsQuestion, isWanted = sql<SqlBool>`1 = 1`) {
  const { type, callsOnly: _, ...rest } = filter
  const hasCalls = type !== logType.error
  const types = type === logType.consume || type === logType.error ? [type] : [logType.consume, logType.error]
  const past = sql<number>`(created_at - ${offsetMs}) % ${stepMs}`
  // Grouped in an outer query, because engines differ in grouping by an expression.
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('usage_logs')
        .select([sql<number>`created_at - ${past}`.as('at'), 'type', 'quota'])
        .where((row) => usageLogCondition(row, rest))
        .where((row) =>
          row.or([
            row('type', 'in', types),
            ...(hasCalls ? [row.and([row('type', '=', logType.system), row('quota', '<', 0)])] : []),
          ]),
        )
        .where(isWanted)
        .as('found'),
    )
    .select((eb) => ['at', 'type', eb.fn.countAll().as('count'), eb.fn.sum('quota').as('quota')])
    .groupBy(['at', 'type'])
}

const read = (rows: readonly Record<keyof StepRow, unknown>[]): StepRow[] =>
  rows.map(({ at, type, count, quota }) => ({
    at: Number(at),
    type: Number(type),
    count: Number(count),
    quota: Number(quota ?? 0),
  }))
