import { logType } from '@sluice/contract/roles'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { GatewayError } from '../core/errors.ts'
import { lastMove, type MovedRows, movedUntil, moveOf } from './log-store/moved-rows.ts'
import type { Database } from './schema.ts'
import type { Span } from './time-spans.ts'
import { countSuccesses } from './usage-hour-question.ts'
import { sumUsageHours } from './usage-hours.ts'
import { usageLogCondition } from './usage-log-conditions.ts'
import type { UsageLogFilter } from './usage-log-filter.ts'
import { spansOf } from './usage-log-spans.ts'
import { readBound, readingWithin } from './usage-logs.ts'

type Db = Kysely<Database>

/**
 * A step of time; `quota` is the charges less the refunds. A failed call that was charged, such as a stream that was
 * cut, is one failed call.
 */
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
export const areSummedHourly = ({
  username,
  tokenName,
  contentPrefix,
  requestId,
  upstreamId,
  client,
}: UsageLogFilter) =>
  [username, tokenName, contentPrefix, requestId, upstreamId, client].every((given) => given === undefined)

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
      amounts: ['calls', 'errors', 'charged_errors', 'quota'],
    },
    signal,
  )
  return sums
    .map(({ at, quota, ...sum }) => ({
      at,
      calls: hasCharges(type) ? countSuccesses(sum) : 0,
      failed: hasUncharged(type) ? sum.errors : sum.charged_errors,
      quota: hasCharges(type) ? quota : 0,
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
    for (const row of await sumSteps(db, question, moved)) addRow(steps, row, hasCharges(filter.type))
    countedFrom = part.fromAt
    if (reading.countSpan()) break
  }
  const counted = [...steps.values()]
    // The charge of a failed call may stand in the step before.
    .map((step) => ({ ...step, calls: Math.max(0, step.calls) }))
    .filter(({ calls, failed, quota }) => calls > 0 || failed > 0 || quota !== 0)
  return { steps: counted.toSorted((a, b) => a.at - b.at), countedFrom }
}

/** Whether a type of row includes charges, and whether it includes failures without one. */
const hasCharges = (type: number | undefined): boolean => type !== logType.error
const hasUncharged = (type: number | undefined): boolean => type !== logType.consume

interface StepRow {
  at: number
  type: number
  is_charged: number
  count: number
  quota: number
}

function addRow(
  steps: Map<number, UsageStep>,
  { at, type, is_charged, count, quota }: StepRow,
  hasCalls: boolean,
): void {
  const step = steps.get(at) ?? { at, calls: 0, failed: 0, quota: 0 }
  steps.set(at, step)
  if (type === logType.consume && is_charged === 0) step.calls += count
  if (type === logType.error) step.failed += count
  if (type === logType.error && is_charged === 1 && hasCalls) step.calls -= count
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
  const move = await moveOf(db, here)
  const { reports } = await moved.open()
  return [...read(here), ...read(await stepsOf(reports, question, movedUntil(move)).execute())]
}

/** Sums of calls, failures and refunds by step and type. */
function stepsOf(db: Db, { filter, offsetMs, stepMs }: RowsQuestion, isWanted = sql<SqlBool>`1 = 1`) {
  const { type, callsOnly: _, ...rest } = filter
  const charges = hasCharges(type)
  const past = sql<number>`(created_at - ${offsetMs}) % ${stepMs}`
  // Grouped in an outer query, because engines differ in grouping by an expression.
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('usage_logs')
        .select([sql<number>`created_at - ${past}`.as('at'), 'type', 'is_charged', 'quota'])
        .where((row) => usageLogCondition(row, rest))
        .where((row) =>
          row.or([
            ...(charges ? [row('type', '=', logType.consume)] : []),
            row.and([row('type', '=', logType.error), ...(hasUncharged(type) ? [] : [row('is_charged', '=', 1)])]),
            ...(charges ? [row.and([row('type', '=', logType.system), row('quota', '<', 0)])] : []),
          ]),
        )
        .where(isWanted)
        .as('found'),
    )
    .select((eb) => ['at', 'type', 'is_charged', eb.fn.countAll().as('count'), eb.fn.sum('quota').as('quota')])
    .groupBy(['at', 'type', 'is_charged'])
}

const read = (rows: readonly Record<keyof StepRow, unknown>[]): StepRow[] =>
  rows.map(({ at, type, is_charged, count, quota }) => ({
    at: Number(at),
    type: Number(type),
    is_charged: Number(is_charged),
    count: Number(count),
    quota: Number(quota ?? 0),
  }))
