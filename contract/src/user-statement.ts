import { z } from 'zod'

/** Longest span of a statement in days. */
export const statementDaysMax = 366
/** More movements than these shorten a statement: it then begins with the first day that is complete. */
export const statementMovementsMax = 2_000

/**
 * `charges`: the calls of a day, less what was refunded. The others are entries of the ledger: the balance with which
 * an account began, credits (top-ups, codes, gifts), and adjustments (by administrators, reversals).
 */
const statementKinds = ['charges', 'initial', 'credit', 'adjustment'] as const

const statementLine = z.object({
  /** Seconds: of the entry, or the beginning of the day of the charges. */
  at: z.number(),
  kind: z.enum(statementKinds),
  /** The change of the balance. */
  amount: z.number(),
  /** The balance after the line; null = unknown, on a day whose calls are one line. */
  balance: z.number().nullable(),
  /** Charged calls; of `charges`. */
  calls: z.number().optional(),
  /** What led to the entry, as a code and its values; null = it says nothing. */
  note: z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) }).nullable(),
  /** The administrator who adjusted the balance; '' = none, or the account is gone. */
  author: z.string(),
  /** The administrator's words; '' = none. */
  reason: z.string(),
})
export type StatementLine = z.infer<typeof statementLine>

/** `GET /api/user/:id/statement`: the movements of a balance, newest first. Times in seconds. */
export const userStatement = z.object({
  start: z.number(),
  /** The end of the span, at most now. */
  end: z.number(),
  /** The balance at `start` and at `end`, without the holds of open calls. */
  opening: z.number(),
  closing: z.number(),
  lines: z.array(statementLine),
})
export type UserStatement = z.infer<typeof userStatement>
