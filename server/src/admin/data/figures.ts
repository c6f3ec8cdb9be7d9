import { apiTokensPerUserMax } from '@sluice/contract/api-token'
import {
  type DataChannels,
  type DataOverview,
  type DataTokens,
  type DataUser,
  dataLinesMax,
  dataSpanMax,
} from '@sluice/contract/data'
import { makeReason } from '@sluice/contract/error-reasons'
import { GatewayError } from '../../core/errors.ts'
import type { Language } from '../../platform/accepted-language.ts'
import { listApiTokens } from '../../store/api-tokens.ts'
import { listStoppedChannels } from '../../store/stopped-channels.ts'
import type { HourGrouping, UsageHourFilter } from '../../store/usage-hour-question.ts'
import { hasUsage, sumUsageHours } from '../../store/usage-hours.ts'
import { findUser, findUserByName, findUsernames } from '../../store/users.ts'
import type { SpanQuery } from '../parse-span.ts'
import { buildChannels } from './build-channels.ts'
import { buildOverview, byCharge, countCalls, type StepSum, sumAmounts, sumsOf } from './build-overview.ts'
import { buildTokens, paceDays } from './build-tokens.ts'
import {
  type OverviewParameters,
  type OverviewQuery,
  parseOverviewQuery,
  parsePastSpan,
} from './parse-overview-query.ts'
import type { DataServiceDependencies } from './service.ts'

const dayMs = 86_400_000

/**
 * The figures of the dashboard. The server sums them, so that answers stay small. Each method throws GatewayError
 * `dashboard_disabled` while the dashboard is off.
 */
export function createFigures({ db, reports, state, clock }: DataServiceDependencies) {
  const sum = async (filter: UsageHourFilter, grouping: HourGrouping, signal: AbortSignal) =>
    (await sumUsageHours(reports, filter, { ...grouping, amounts: sumAmounts }, signal)).map(countCalls)

  function optionsIfOn() {
    const { options } = state.current()
    if (!options.DataExportEnabled) throw new GatewayError('dashboard_disabled')
    return options
  }

  async function overviewOf(
    userId: number | undefined,
    parameters: OverviewParameters,
    { secondsMax, signal }: { secondsMax: number; signal: AbortSignal },
  ): Promise<DataOverview> {
    const step = optionsIfOn().DataExportDefaultTime
    const query = parseOverviewQuery(parameters, { now: clock.now(), secondsMax, step })
    const { previous } = query
    const total = (span: UsageHourFilter) => sum({ ...span, userId }, { columns: [], step: null }, signal)
    const current = await sumSteps(query, userId, signal)
    return buildOverview(query, {
      isNew: current.length === 0 && !(await hasUsage(db, userId)),
      current,
      previous: { whole: await total(previous.whole), last: await total(previous.last) },
    })
  }

  async function sumSteps(
    { steps }: OverviewQuery,
    userId: number | undefined,
    signal: AbortSignal,
  ): Promise<StepSum[]> {
    const found: StepSum[] = []
    for (const stretch of steps.stretches) {
      const { fromAt, untilAt } = stretch
      const step = { lengthMs: steps.lengthMs, offsetMs: steps.phaseOf(stretch) }
      const sums = await sum({ fromAt, untilAt, userId }, { columns: ['model_name'], step }, signal)
      // If the clock changes within a step, its second part has another start.
      for (const one of sums) found.push({ index: steps.indexOf(Math.max(one.at, fromAt)), sum: one })
    }
    return found
  }

  async function tokensOf(
    account: { id: number; quota: number },
    query: SpanQuery,
    { secondsMax, signal }: { secondsMax: number; signal: AbortSignal },
  ): Promise<DataTokens> {
    optionsIfOn()
    const now = clock.now()
    const userId = account.id
    const span = parsePastSpan(query, { now, secondsMax })
    const filter = { userId, keyword: '', keyHash: null }
    const until = now + 1
    const week = { fromAt: until - paceDays * dayMs, untilAt: until, userId }
    const byToken = { columns: ['token_id'] as const, step: null }
    return buildTokens({
      balance: account.quota,
      tokens: await listApiTokens(db, filter, { offset: 0, limit: apiTokensPerUserMax }),
      span: await sum({ ...span, userId }, byToken, signal),
      week: await sum(week, { ...byToken, step: { lengthMs: dayMs, offsetMs: week.fromAt % dayMs } }, signal),
      until,
    })
  }

  async function named(username: string): Promise<{ id: number; quota: number }> {
    const user = await findUserByName(db, username)
    if (!user) throw new GatewayError('not_found', { what: makeReason('user') })
    return user
  }

  const own = (signal: AbortSignal) => ({ secondsMax: dataSpanMax.own, signal })
  const wide = (signal: AbortSignal) => ({ secondsMax: dataSpanMax.admin, signal })

  return {
    ownOverview: (userId: number, parameters: OverviewParameters, signal: AbortSignal) =>
      overviewOf(userId, parameters, own(signal)),

    /** Of the account with that name; '' = of all accounts together. */
    async overview(username: string, parameters: OverviewParameters, signal: AbortSignal) {
      const userId = username === '' ? undefined : (await named(username)).id
      return await overviewOf(userId, parameters, wide(signal))
    },

    async ownTokens(userId: number, query: SpanQuery, signal: AbortSignal): Promise<DataTokens> {
      const user = await findUser(db, userId)
      if (!user) throw new GatewayError('not_found', { what: makeReason('user') })
      return await tokensOf(user, query, own(signal))
    },

    tokens: async (username: string, query: SpanQuery, signal: AbortSignal): Promise<DataTokens> =>
      tokensOf(await named(username), query, wide(signal)),

    async users(query: SpanQuery, signal: AbortSignal): Promise<DataUser[]> {
      optionsIfOn()
      const span = parsePastSpan(query, { now: clock.now(), secondsMax: dataSpanMax.admin })
      const sums = await sum(span, { columns: ['user_id'], step: null }, signal)
      const top = sums.filter(({ calls, errors }) => calls + errors > 0).toSorted(byCharge)
      const shown = top.slice(0, dataLinesMax)
      const names = await findUsernames(
        db,
        shown.map(({ user_id }) => user_id),
      )
      return shown.map((one) => ({
        user_id: one.user_id,
        username: names.get(one.user_id) ?? '',
        ...sumsOf(one),
      }))
    },

    /** Reasons are in `language`. */
    async channels(query: SpanQuery, language: Language, signal: AbortSignal): Promise<DataChannels> {
      optionsIfOn()
      const span = parsePastSpan(query, { now: clock.now(), secondsMax: dataSpanMax.admin })
      return buildChannels({
        channels: state.current().channels,
        stopped: await listStoppedChannels(db, dataLinesMax),
        sums: await sum(span, { columns: ['channel_id'], step: null }, signal),
        language,
      })
    },
  }
}
