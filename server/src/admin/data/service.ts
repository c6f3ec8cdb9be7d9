import { dataSpanMax, hourlySpanMax, type UsageBucket } from '@sluice/contract/data'
import { dayMs, hourMs } from '@sluice/contract/durations'
import type { Services } from '../../services.ts'
import { sumUsageHours } from '../../store/usage-hours.ts'
import { findUserByName } from '../../store/users.ts'
import { parseHourSpan, type SpanQuery } from '../parse-span.ts'
import { buildBuckets } from './build-buckets.ts'
import { sumAmounts } from './build-overview.ts'

interface Account {
  id: number
  username: string
}

/** The sum of all accounts. */
const allAccounts: Account = { id: 0, username: '' }

/** Figures for the dashboard: calls, quota and tokens by model and hour. Empty while the dashboard is off. */
export function createDataService({ db, reports, state, clock }: Services<'db' | 'reports' | 'state' | 'clock'>) {
  async function read(
    account: Account,
    query: SpanQuery,
    secondsMax: number,
    signal: AbortSignal,
  ): Promise<UsageBucket[]> {
    const span = parseHourSpan(query, { now: clock.now(), secondsMax })
    if (!state.current().options.DataExportEnabled) return []
    const isLong = span.untilAt - span.fromAt > hourlySpanMax * 1000 + hourMs
    const step = { lengthMs: isLong ? dayMs : hourMs, offsetMs: 0 }
    const userId = account === allAccounts ? undefined : account.id
    const grouping = { columns: ['model_name'] as const, step, amounts: sumAmounts }
    const sums = await sumUsageHours(reports, { ...span, userId }, grouping, signal)
    return buildBuckets(sums, account)
  }

  return {
    own: (account: Account, query: SpanQuery, signal: AbortSignal): Promise<UsageBucket[]> =>
      read(account, query, dataSpanMax.own, signal),

    /** Of the account with that name; '' = of all accounts together. */
    async all(username: string, query: SpanQuery, signal: AbortSignal): Promise<UsageBucket[]> {
      const account = username === '' ? allAccounts : await findUserByName(db, username)
      return account ? await read(account, query, dataSpanMax.admin, signal) : []
    },
  }
}
