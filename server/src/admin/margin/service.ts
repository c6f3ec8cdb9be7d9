import type { MarginPage, MarginRow } from '@sluice/contract/margin'
import type { Kysely } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { State } from '../../state/snapshot.ts'
import type { Database } from '../../store/schema.ts'
import { sumUsageHours } from '../../store/usage-hours.ts'
import { findUsernames } from '../../store/users.ts'
import { buildMarginRow, buildMarginSums, sortMarginRows, totalOf } from './build-margin.ts'
import { type MarginParameters, parseMarginQuery } from './parse-margin-query.ts'

export interface MarginServiceDependencies {
  db: Kysely<Database>
  state: State
  clock: Clock
}

/** What users paid against what upstreams took. */
export function createMarginService({ db, state, clock }: MarginServiceDependencies) {
  return {
    async report(parameters: MarginParameters, signal: AbortSignal): Promise<MarginPage> {
      const query = parseMarginQuery(parameters, clock.now())
      const found = await sumUsageHours(db, query.span, query.grouping, signal)
      const charged = found.filter((sum) => sum.calls > 0 || sum.quota !== 0)
      const rows = charged.map((sum) => buildMarginRow(sum, query))
      const { page, pageSize, offset, limit } = query.page
      const shown = sortMarginRows(rows, query.sort, query.isAscending).slice(offset, offset + limit)
      return {
        items: await withNames(shown),
        total: rows.length,
        page,
        page_size: pageSize,
        sums: buildMarginSums(totalOf(charged)),
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
