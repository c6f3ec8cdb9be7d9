import type { TokenMonth } from '@sluice/contract/api-token'
import type { Kysely } from 'kysely'
import type { Database } from '../../store/schema.ts'
import { countSuccesses } from '../../store/usage-hour-question.ts'
import { sumUsageHours } from '../../store/usage-hours.ts'

/** What each token of an account used since the month began (UTC), as limits on a month count it. */
export type TokenMonths = ReadonlyMap<number, TokenMonth>

export const unusedMonth: TokenMonth = { quota: 0, calls: 0, errors: 0 }

const monthAmounts = ['quota', 'calls', 'errors', 'charged_errors'] as const

/**
 * Of the tokens of an account, or of those on a page: these without the account, whose index would lead through the
 * days of all its tokens. Sums of whole days are read, so it costs the same however many calls there were.
 */
export async function readTokenMonths(
  reports: Kysely<Database>,
  which: { userId: number } | { tokenIds: readonly number[] },
  now: number,
): Promise<TokenMonths> {
  if ('tokenIds' in which && which.tokenIds.length === 0) return new Map()
  const filter = { ...which, fromAt: monthStartOf(now), untilAt: now + 1 }
  const grouping = { columns: ['token_id'] as const, step: null, amounts: monthAmounts }
  const sums = await sumUsageHours(reports, filter, grouping)
  return new Map(
    sums.map((sum) => [sum.token_id, { quota: sum.quota, calls: countSuccesses(sum), errors: sum.errors }]),
  )
}

function monthStartOf(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
}

/** `ids` by an amount of the month; equal ones by id. */
export function sortByMonth(
  ids: readonly number[],
  months: TokenMonths,
  { by, isAscending }: { by: 'quota' | 'calls'; isAscending: boolean },
): number[] {
  const amountOf = (id: number) => months.get(id)?.[by] ?? 0
  const sign = isAscending ? 1 : -1
  return ids.toSorted((a, b) => sign * (amountOf(a) - amountOf(b) || a - b))
}
