import { type DataCustomers, dataLinesMax, lowBalanceDays } from '@sluice/contract/data'
import { dayMs } from '@sluice/contract/durations'
import { toSeconds } from '../../core/to-seconds.ts'
import type { Services } from '../../services.ts'
import { listShortBalances } from '../../store/short-balances.ts'
import { listNewestUsers } from '../../store/user-lists.ts'
import { paceDays } from './build-tokens.ts'
import { requireDashboard } from './require-dashboard.ts'

/** The newest accounts, and those whose balance is about to end. Throws like the figures. */
export const createCustomers =
  ({ reports, state, clock }: Services<'reports' | 'state' | 'clock'>) =>
  async (): Promise<DataCustomers> => {
    requireDashboard(state)
    const untilAt = Math.floor(clock.now() / dayMs) * dayMs
    const week = { fromAt: untilAt - paceDays * dayMs, untilAt }
    const newest = await listNewestUsers(reports, dataLinesMax)
    const below = state.current().options.QuotaPerUnit / 100
    const low = await listShortBalances(reports, { ...week, days: lowBalanceDays, below, limit: dataLinesMax })
    return {
      newest: newest.map(({ id, created_at, ...user }) => ({
        user_id: id,
        ...user,
        created_at: toSeconds(created_at),
      })),
      low: low.map(({ id, spent, ...user }) => ({ user_id: id, ...user, pace: Math.round(spent / paceDays) })),
    }
  }
