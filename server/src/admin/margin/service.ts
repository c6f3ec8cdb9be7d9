import type { MarginPage, MarginRow } from '@sluice/contract/margin'
import type { Services } from '../../services.ts'
import { findNamedTokens } from '../../store/api-tokens.ts'
import { pageUsageHours, sumUsageHours, type UsageSum } from '../../store/usage-hours.ts'
import { findUsernames } from '../../store/users.ts'
import { buildMarginSums } from '../margin-sums.ts'
import { buildMarginRow, buildTrends } from './build-margin.ts'
import { type MarginParameters, type MarginQuery, parseMarginQuery } from './parse-margin-query.ts'

/** Compares the charges of users with the costs of upstreams. */
export function createMarginService({ db, reports, state, clock }: Services<'db' | 'reports' | 'state' | 'clock'>) {
  return {
    async report(parameters: MarginParameters, signal: AbortSignal): Promise<MarginPage> {
      const query = parseMarginQuery(parameters, clock.now())
      const { page, pageSize, offset, limit } = query.page
      const question = { filter: query.span, grouping: query.grouping, order: query.order }
      const { sums, count, total } = await pageUsageHours(reports, question, { offset, limit }, signal)
      return {
        items: await withNames(await withTrend(sums, query, signal)),
        total: count,
        page,
        page_size: pageSize,
        sums: buildMarginSums(total),
      }
    },
  }

  /** The lines of a page, with their trends if these were requested. */
  async function withTrend(sums: readonly UsageSum[], query: MarginQuery, signal: AbortSignal): Promise<MarginRow[]> {
    const rows = sums.map((sum) => buildMarginRow(sum, query))
    const { trendStepMs: lengthMs, span, grouping } = query
    if (lengthMs === null || rows.length === 0) return rows
    const { columns, amounts } = grouping
    const among = {
      ...(columns.includes('user_id') && { user_id: distinct(sums, 'user_id') }),
      ...(columns.includes('channel_id') && { channel_id: distinct(sums, 'channel_id') }),
      ...(columns.includes('token_id') && { token_id: distinct(sums, 'token_id') }),
      ...(columns.includes('model_name') && { model_name: distinct(sums, 'model_name') }),
    }
    const step = { lengthMs, offsetMs: 0 }
    const parts = await sumUsageHours(reports, { ...span, among }, { columns, amounts, step }, signal)
    const trends = buildTrends(parts, { ...span, lengthMs })
    return rows.map((row, index) => ({ ...row, trend: trends(sums[index]) }))
  }

  async function withNames(rows: readonly MarginRow[]): Promise<MarginRow[]> {
    const { channels } = state.current()
    const tokens = await findNamedTokens(db, [...new Set(rows.flatMap((row) => row.token_id || []))])
    const userIds = rows.flatMap((row) => (row.user_id === null ? [] : [row.user_id]))
    const owners = [...tokens.values()].map((token) => token.user_id)
    const usernames = await findUsernames(db, [...new Set([...userIds, ...owners])])
    const ownerOf = (tokenId: number) => usernames.get(tokens.get(tokenId)?.user_id ?? 0) ?? ''
    return rows.map((row) => ({
      ...row,
      channel_name: row.channel_id === null ? null : (channels.get(row.channel_id)?.name ?? ''),
      username: row.user_id === null ? null : (usernames.get(row.user_id) ?? ''),
      token_name: row.token_id === null ? null : (tokens.get(row.token_id)?.name ?? ''),
      token_owner: row.token_id === null ? null : ownerOf(row.token_id),
    }))
  }
}

const distinct = <K extends 'user_id' | 'token_id' | 'channel_id' | 'model_name'>(
  sums: readonly UsageSum[],
  key: K,
): UsageSum[K][] => [...new Set(sums.map((sum) => sum[key]))]
