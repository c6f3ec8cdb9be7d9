import type { MarginPage, MarginRow } from '@sluice/contract/margin'
import type { Services } from '../../services.ts'
import { pageUsageHours } from '../../store/usage-hours.ts'
import { findUsernames } from '../../store/users.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { buildMarginSums } from '../margin-sums.ts'
import { buildMarginRow } from './build-margin.ts'
import { type MarginParameters, parseMarginQuery } from './parse-margin-query.ts'

/** Compares the charges of users with the costs of upstreams. */
export function createMarginService({
  db,
  reports,
  state,
  clock,
}: Services<'db' | 'state' | 'clock'> & Pick<AdminDependencies, 'reports'>) {
  return {
    async report(parameters: MarginParameters, signal: AbortSignal): Promise<MarginPage> {
      const query = parseMarginQuery(parameters, clock.now())
      const { page, pageSize, offset, limit } = query.page
      const question = { filter: query.span, grouping: query.grouping, order: query.order }
      const { sums, count, total } = await pageUsageHours(reports, question, { offset, limit }, signal)
      return {
        items: await withNames(sums.map((sum) => buildMarginRow(sum, query))),
        total: count,
        page,
        page_size: pageSize,
        sums: buildMarginSums(total),
      }
    },
  }

  async function withNames(rows: readonly MarginRow[]): Promise<MarginRow[]> {
    const { channels } = state.current()
    const userIds = new Set(rows.flatMap((row) => (row.user_id === null ? [] : [row.user_id])))
    const usernames = await findUsernames(db, [...userIds])
    return rows.map((row) => ({
      ...row,
      channel_name: row.channel_id === null ? null : (channels.get(row.channel_id)?.name ?? ''),
      username: row.user_id === null ? null : (usernames.get(row.user_id) ?? ''),
    }))
  }
}
