import { logType } from '@sluice/contract/roles'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { lastMove, type MovedRows, movedUntil, moveOf } from './log-store/moved-rows.ts'
import type { Database } from './schema.ts'
import type { Span } from './time-spans.ts'
import { usageLogCondition } from './usage-log-conditions.ts'

type Db = Kysely<Database>

/** The failed calls of a channel in a step of time, which begins at `at`. */
export interface ChannelErrorStep {
  channelId: number
  at: number
  count: number
}

interface ErrorsQuestion {
  span: Span
  stepMs: number
  /** Failed calls that are read, the newest ones. */
  rowsMax: number
}

/**
 * The failed calls of all channels by steps of time; `countedFrom` is later than the span where it has more rows than
 * are read. The calls that were refused before any channel are left out, but count as read.
 */
export async function countChannelErrors(
  db: Db,
  question: ErrorsQuestion,
  moved: MovedRows | null,
): Promise<{ steps: ChannelErrorStep[]; countedFrom: number }> {
  const found = await readSteps(db, question, moved)
  const rows = found.reduce((sum, { count }) => sum + count, 0)
  const isCut = rows >= question.rowsMax
  const oldest = found.reduce((first, { oldest }) => Math.min(first, oldest), question.span.untilAt)
  return {
    steps: found
      .filter(({ channelId }) => channelId !== 0)
      .map(({ channelId, at, count }) => ({ channelId, at, count })),
    countedFrom: isCut ? oldest : question.span.fromAt,
  }
}

type FoundStep = ChannelErrorStep & { oldest: number }

async function readSteps(db: Db, question: ErrorsQuestion, moved: MovedRows | null): Promise<FoundStep[]> {
  if (!moved) return read(await stepsOf(db, question).execute())
  const here = await stepsOf(db, question).select(lastMove().as('move')).execute()
  const move = await moveOf(db, here)
  const { reports } = await moved.open()
  return [...read(here), ...read(await stepsOf(reports, question, movedUntil(move)).execute())]
}

function stepsOf(db: Db, { span, stepMs, rowsMax }: ErrorsQuestion, isWanted = sql<SqlBool>`1 = 1`) {
  // The start of the span is the phase of its steps.
  const past = sql<number>`(created_at - ${span.fromAt % stepMs}) % ${stepMs}`
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('usage_logs')
        .select(['channel_id', 'created_at', sql<number>`created_at - ${past}`.as('at')])
        .where((row) => usageLogCondition(row, { ...span, type: logType.error }))
        .where(isWanted)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(rowsMax)
        .as('found'),
    )
    .select((eb) => ['channel_id', 'at', eb.fn.countAll().as('count'), eb.fn.min('created_at').as('oldest')])
    .groupBy(['channel_id', 'at'])
}

const read = (rows: readonly Record<'channel_id' | 'at' | 'count' | 'oldest', unknown>[]): FoundStep[] =>
  rows.map(({ channel_id, at, count, oldest }) => ({
    channelId: Number(channel_id),
    at: Number(at),
    count: Number(count),
    oldest: Number(oldest),
  }))
