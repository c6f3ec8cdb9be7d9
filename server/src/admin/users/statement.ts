import { hourMs } from '@sluice/contract/durations'
import { parseRecord, recordOf } from '@sluice/contract/read-json'
import {
  type StatementLine,
  statementDaysMax,
  statementMovementsMax,
  type UserStatement,
} from '@sluice/contract/user-statement'
import type { Kysely } from 'kysely'
import { toSeconds } from '../../core/to-seconds.ts'
import { findImportOf, listMovements, type Movement, readEntrySum, sumMovements } from '../../store/ledger-entries.ts'
import type { Database } from '../../store/schema.ts'
import type { Span } from '../../store/time-spans.ts'
import { sumUsageHours } from '../../store/usage-hours.ts'
import { findUsernames } from '../../store/users.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { parseHourSpan, type SpanQuery } from '../parse-span.ts'
import { type TimeSteps, timeSteps } from '../time-steps.ts'
import { wrongParameter } from '../wrong-parameter.ts'

type Reader = Kysely<Database>

/** So many movements within one hour are read whole. */
const movementsOfHourMax = 50_000
const attemptsMax = 3

/** What changed the balance, without the balance. */
type Change = Omit<StatementLine, 'balance' | 'author' | 'reason'> & {
  /** Where it stands among the others: charges at the end of their day. */
  orderAt: number
  authorId: number
  reason: string
}

interface Found {
  span: Span
  /** The balance at the end of the span. */
  closing: number
  /** In the order of time. */
  changes: Change[]
}

/**
 * The movements of a balance in whole hours, with the balance after each where it is known: the calls of a day are one
 * line at its end. It is computed back from the balance of now.
 * Charges are those of the hourly sums, which are written with the entries of the ledger. Throws invalid_parameters for
 * an unknown time zone or a span that is too long.
 */
export async function readStatement(
  deps: AdminDependencies,
  userId: number,
  query: SpanQuery & { time_zone: string },
  signal: AbortSignal,
): Promise<UserStatement> {
  const { reports, engine, ledger, clock } = deps
  const span = parseStatementSpan(query, clock.now())
  await ledger.flush()
  const question = { userId, span, timeZone: query.time_zone || 'UTC', now: clock.now() }
  const found =
    engine === 'sqlite'
      ? await findWhileStill(reports, question, signal)
      : await reports
          .transaction()
          .setIsolationLevel('repeatable read')
          .execute((reader) => findChanges(reader, question, signal))
  const authors = await findUsernames(deps.db, [...new Set(found.changes.flatMap(({ authorId }) => authorId || []))])
  return buildStatement(found, { authors, now: clock.now() })
}

/** Figures are kept by the hour, so the span is one of whole hours. */
function parseStatementSpan(query: SpanQuery, now: number): Span {
  const { fromAt, untilAt } = parseHourSpan(query, { now, secondsMax: statementDaysMax * 86_400 })
  const end = Math.min(untilAt, now + 1)
  return {
    fromAt: Math.min(fromAt, Math.floor((end - 1) / hourMs) * hourMs),
    untilAt: Math.ceil(end / hourMs) * hourMs,
  }
}

interface Question {
  userId: number
  span: Span
  timeZone: string
  now: number
}

/**
 * The reader of the embedded database has no transactions: what is read counts when the balance is the same before and
 * after. An account that calls all the time gets the last attempt, whose running hour may be ahead of its balance.
 */
async function findWhileStill(reader: Reader, question: Question, signal: AbortSignal): Promise<Found> {
  for (let attempt = 1; ; attempt++) {
    const before = await readEntrySum(reader, question.userId)
    const found = await findChanges(reader, question, signal)
    if (attempt >= attemptsMax || (await readEntrySum(reader, question.userId)) === before) return found
  }
}

async function findChanges(reader: Reader, question: Question, signal: AbortSignal): Promise<Found> {
  const { userId, now } = question
  const { span, movements } = await findMovements(reader, question)
  // Usage before an import was paid from balances of the other program.
  const countedFrom = Math.floor((await findImportOf(reader, userId)) / hourMs) * hourMs
  const charges = await findCharges(reader, { ...question, span: notBefore(countedFrom, span) }, signal)
  const after = notBefore(countedFrom, { fromAt: span.untilAt, untilAt: Math.max(now, span.untilAt) + 24 * hourMs })
  const grouping = { columns: [], step: null, amounts: ['quota'] } as const
  const later = await sumUsageHours(reader, { ...after, userId }, grouping, signal)
  const chargedLater = later.reduce((sum, { quota }) => sum + quota, 0)
  const closing =
    (await readEntrySum(reader, userId)) - (await sumMovements(reader, userId, span.untilAt)) + chargedLater
  const changes = [...movements.map(changeOf), ...charges].toSorted((a, b) => a.orderAt - b.orderAt)
  return { span, closing, changes }
}

/** The part of a span that is not before a time. */
const notBefore = (at: number, span: Span): Span => ({
  ...span,
  fromAt: Math.min(Math.max(span.fromAt, at), span.untilAt),
})

/** The movements, oldest first, and the span that they fill: it is shorter where there are too many. */
async function findMovements(
  reader: Reader,
  { userId, span }: Question,
): Promise<{ span: Span; movements: Movement[] }> {
  const found = await listMovements(reader, userId, { ...span, limit: statementMovementsMax + 1 })
  const oldest = found.at(-1)
  if (oldest === undefined || found.length <= statementMovementsMax) return { span, movements: found.toReversed() }
  const complete = Math.ceil((oldest.created_at + 1) / hourMs) * hourMs
  const shorter = { ...span, fromAt: Math.min(complete, span.untilAt - hourMs) }
  const movements = await listMovements(reader, userId, { ...shorter, limit: movementsOfHourMax })
  return { span: shorter, movements: movements.toReversed() }
}

/** The charges of each day that has some, less refunds. */
async function findCharges(
  reader: Reader,
  { userId, span, timeZone }: Question,
  signal: AbortSignal,
): Promise<Change[]> {
  if (span.fromAt >= span.untilAt) return []
  const steps = stepsOf(span, timeZone)
  const days = new Map<number, { quota: number; calls: number }>()
  for (const stretch of steps.stretches) {
    const { fromAt, untilAt } = stretch
    const step = { lengthMs: steps.lengthMs, offsetMs: steps.phaseOf(stretch) }
    const grouping = { columns: [], step, amounts: ['quota', 'calls'] } as const
    for (const sum of await sumUsageHours(reader, { fromAt, untilAt, userId }, grouping, signal)) {
      const day = steps.indexOf(Math.max(sum.at, fromAt))
      const known = days.get(day) ?? { quota: 0, calls: 0 }
      days.set(day, { quota: known.quota + sum.quota, calls: known.calls + sum.calls })
    }
  }
  return [...days]
    .filter(([, { quota, calls }]) => quota !== 0 || calls > 0)
    .map(([day, { quota, calls }]) => ({
      at: toSeconds(Math.max(steps.starts[day] ?? 0, span.fromAt)),
      orderAt: steps.starts[day + 1] ?? span.untilAt,
      kind: 'charges',
      // Not -0.
      amount: 0 - quota,
      calls,
      note: null,
      authorId: 0,
      reason: '',
    }))
}

function stepsOf(span: Span, timeZone: string): TimeSteps {
  try {
    return timeSteps(span, 'day', timeZone)
  } catch (error) {
    if (error instanceof RangeError) throw wrongParameter('time_zone')
    throw error
  }
}

function changeOf({ kind, amount, note, created_at: at }: Movement): Change {
  const { code, params } = parseRecord(note) ?? {}
  const { user, reason, ...values } = recordOf(params)
  const isShown = (entry: [string, unknown]): entry is [string, string | number] =>
    typeof entry[1] === 'string' || typeof entry[1] === 'number'
  return {
    at: toSeconds(at),
    orderAt: at,
    kind: kind === 'initial' || kind === 'credit' ? kind : 'adjustment',
    amount,
    note:
      typeof code === 'string' ? { code, params: Object.fromEntries(Object.entries(values).filter(isShown)) } : null,
    authorId: typeof user === 'number' ? user : 0,
    reason: typeof reason === 'string' ? reason : '',
  }
}

function buildStatement(
  { span, closing, changes }: Found,
  { authors, now }: { authors: ReadonlyMap<number, string>; now: number },
): UserStatement {
  const days = changes.filter(({ kind }) => kind === 'charges')
  /** Some of the day's calls may have come before the line, and some after it. */
  const isAmongCalls = (orderAt: number) => days.some((day) => day.at * 1_000 <= orderAt && orderAt < day.orderAt)
  let balance = closing
  const lines = changes.toReversed().map(({ orderAt, authorId, ...change }): StatementLine => {
    const isKnown = change.kind === 'charges' || !isAmongCalls(orderAt)
    const line = { ...change, balance: isKnown ? balance : null, author: authors.get(authorId) ?? '' }
    balance -= change.amount
    return line
  })
  return {
    start: toSeconds(span.fromAt),
    end: toSeconds(Math.min(span.untilAt, now)),
    opening: balance,
    closing,
    lines,
  }
}
