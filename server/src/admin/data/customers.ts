import { type DataCustomers, dataLinesMax, lowBalanceDays } from '@sluice/contract/data'
import { toSeconds } from '../../core/to-seconds.ts'
import { sumUsageHours } from '../../store/usage-hours.ts'
import { listBalancesBelow, listNewestUsers } from '../../store/users.ts'
import { paceDays } from './build-tokens.ts'
import { requireDashboard } from './require-dashboard.ts'
import type { DataServiceDependencies } from './service.ts'

const dayMs = 86_400_000

/** The newest accounts, and those whose balance is about to end. Throws like the figures. */
export function createCustomers({ reports, state, clock }: DataServiceDependencies) {
  async function listLow(signal: AbortSignal): Promise<DataCustomers['low']> {
    const untilAt = clock.now() + 1
    const week = { fromAt: untilAt - paceDays * dayMs, untilAt }
    const sums = await sumUsageHours(reports, week, { columns: ['user_id'], step: null, amounts: ['quota'] }, signal)
    const paces = new Map(sums.map(({ user_id, quota }) => [user_id, Math.round(quota / paceDays)]))
    const highest = sums.reduce((most, { quota }) => Math.max(most, quota), 0) / paceDays
    return (await listBalancesBelow(reports, Math.ceil(highest * lowBalanceDays)))
      .map(({ id, username, quota }) => ({ user_id: id, username, quota, pace: paces.get(id) ?? 0 }))
      .filter(({ quota, pace }) => pace > 0 && quota < lowBalanceDays * pace)
      .toSorted((a, b) => b.pace - a.pace)
      .slice(0, dataLinesMax)
  }

  return async (signal: AbortSignal): Promise<DataCustomers> => {
    requireDashboard(state)
    const newest = await listNewestUsers(reports, dataLinesMax)
    return {
      newest: newest.map(({ id, created_at, ...user }) => ({ user_id: id, ...user, created_at: toSeconds(created_at) })),
      low: await listLow(signal),
    }
  }
}
