import { type DataFlow, dataFlowMax, dataSpanMax } from '@sluice/contract/data'
import { roles } from '@sluice/contract/roles'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import type { Services } from '../../services.ts'
import { findTokenNames } from '../../store/api-tokens.ts'
import { sumUsageHours, type UsageSum } from '../../store/usage-hours.ts'
import { findUserByName, findUsernames } from '../../store/users.ts'
import { parseHourSpan, type SpanQuery } from '../parse-span.ts'
import { byCharge, sumAmounts } from './build-overview.ts'

type Column = 'user_id' | 'token_id' | 'group_name' | 'channel_id' | 'model_name'
const ownColumns: readonly Column[] = ['token_id', 'group_name', 'model_name']
const adminColumns: readonly Column[] = ['user_id', 'group_name', 'channel_id', 'model_name']
const rootColumns: readonly Column[] = ['user_id', 'token_id', 'group_name', 'channel_id', 'model_name']

/** Calls by account, token, group, channel and model. Empty while the dashboard is off. */
export function createFlow({ db, reports, state, clock }: Services<'db' | 'reports' | 'state' | 'clock'>) {
  async function read(
    columns: readonly Column[],
    query: SpanQuery & { userId?: number },
    secondsMax: number,
    signal: AbortSignal,
  ): Promise<DataFlow[]> {
    const { userId } = query
    const span = parseHourSpan(query, { now: clock.now(), secondsMax })
    if (!state.current().options.DataExportEnabled) return []
    const grouping = { columns, step: null, amounts: sumAmounts }
    const sums = await sumUsageHours(reports, { ...span, userId }, grouping, signal)
    const charged = sums.filter(({ calls, quota }) => calls > 0 || quota !== 0)
    const rows = charged.toSorted(byCharge).slice(0, dataFlowMax)
    return await describe(columns, rows)
  }

  async function describe(columns: readonly Column[], rows: readonly UsageSum[]): Promise<DataFlow[]> {
    const has = (column: Column) => columns.includes(column)
    const idsOf = (column: 'user_id' | 'token_id') => (has(column) ? [...new Set(rows.map((row) => row[column]))] : [])
    const users = await findUsernames(db, idsOf('user_id'))
    const tokens = await findTokenNames(db, idsOf('token_id'))
    const { channels } = state.current()
    return rows.map((row) => ({
      ...(has('user_id') && { user_id: row.user_id, username: users.get(row.user_id) ?? '' }),
      ...(has('token_id') && { token_id: row.token_id, token_name: tokens.get(row.token_id) ?? '' }),
      use_group: row.group_name ?? '',
      ...(has('channel_id') && {
        channel_id: row.channel_id,
        channel_name: channels.get(row.channel_id)?.name ?? '',
      }),
      model_name: row.model_name,
      token_used: row.prompt_tokens + row.completion_tokens,
      count: row.calls,
      quota: row.quota,
    }))
  }

  return {
    own: (caller: Pick<ConsoleCaller, 'id'>, query: SpanQuery, signal: AbortSignal): Promise<DataFlow[]> =>
      read(ownColumns, { ...query, userId: caller.id }, dataSpanMax.own, signal),

    /** Of the account with that name; '' = of all accounts together. */
    async all(
      caller: Pick<ConsoleCaller, 'role'>,
      { username, ...query }: SpanQuery & { username: string },
      signal: AbortSignal,
    ): Promise<DataFlow[]> {
      const account = username === '' ? null : await findUserByName(db, username)
      if (account === undefined) return []
      const columns = caller.role >= roles.root ? rootColumns : adminColumns
      return await read(columns, { ...query, ...(account && { userId: account.id }) }, dataSpanMax.admin, signal)
    },
  }
}
