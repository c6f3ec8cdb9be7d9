import { apiTokensPerUserMax } from '@sluice/contract/api-token'
import {
  type DataChannels,
  type DataErrors,
  type DataOverview,
  type DataSiteErrors,
  type DataTokens,
  type DataUser,
  dataErrorsMax,
  dataLinesMax,
  dataSpanMax,
} from '@sluice/contract/data'
import { dayMs } from '@sluice/contract/durations'
import { makeReason } from '@sluice/contract/error-reasons'
import { logType } from '@sluice/contract/roles'
import { GatewayError } from '../../core/errors.ts'
import type { Language } from '../../platform/accepted-language.ts'
import type { Services } from '../../services.ts'
import { findTokenNames, listApiTokens } from '../../store/api-tokens.ts'
import { listStoppedChannels } from '../../store/stopped-channels.ts'
import { sumByClient } from '../../store/sum-by-client.ts'
import type { Span } from '../../store/time-spans.ts'
import type { HourGrouping, UsageHourFilter } from '../../store/usage-hour-question.ts'
import { hasUsage, pageUsageHours, sumUsageHours } from '../../store/usage-hours.ts'
import { listUsageLogs, readBound } from '../../store/usage-logs.ts'
import { findUser, findUserByName, findUsernames } from '../../store/users.ts'
import type { SpanQuery } from '../parse-span.ts'
import { buildChannels } from './build-channels.ts'
import { buildErrors } from './build-errors.ts'
import {
  buildOverview,
  byCharge,
  countCalls,
  overviewAmounts,
  type StepSum,
  sumAmounts,
  sumsOf,
  type UnnamedOverview,
} from './build-overview.ts'
import { buildTokens, paceDays } from './build-tokens.ts'
import { type CallFilter, type CallParameters, findCallFilter, maskSum } from './call-filter.ts'
import { columnOf, parseGroupings } from './parse-groupings.ts'
import {
  type OverviewParameters,
  type OverviewQuery,
  parseOverviewQuery,
  parsePastSpan,
} from './parse-overview-query.ts'
import { requireDashboard } from './require-dashboard.ts'

/** Fewer people look at causes than at lists, and a larger part of the failed calls is worth the time. */
const errorsBound = { ...readBound, spansMax: 20, readMs: 300 }

const sumsFor = ({ columns }: HourGrouping) => (columns.includes('client') ? sumByClient : sumUsageHours)

/** Whose figures are asked for. */
interface Scope {
  /** Absent = of all accounts together. */
  userId: number | undefined
  isAdmin: boolean
  secondsMax: number
}

/**
 * The figures of the dashboard. The server sums them, so that answers stay small. Each method throws GatewayError
 * `dashboard_disabled` while the dashboard is off.
 */
export function createFigures({
  db,
  reports,
  state,
  clock,
  logStore,
}: Services<'db' | 'reports' | 'logStore' | 'state' | 'clock'>) {
  const sum = async (filter: UsageHourFilter, grouping: HourGrouping, signal: AbortSignal) =>
    (await sumsFor(grouping)(reports, filter, { amounts: sumAmounts, ...grouping }, signal)).map(countCalls)

  async function overviewOf(
    { userId, isAdmin, secondsMax }: Scope,
    parameters: OverviewParameters & CallParameters,
    signal: AbortSignal,
  ): Promise<DataOverview> {
    const step = requireDashboard(state).DataExportDefaultTime
    const by = parseGroupings(parameters.by ?? '', { isAdmin, isOneAccount: userId !== undefined })
    const query = parseOverviewQuery(parameters, { now: clock.now(), secondsMax, step })
    const { previous } = query
    const calls = await findCallFilter(db, parameters, userId)
    const total = async (span: Span) => {
      const sums = await sum(
        { ...span, ...calls.condition, userId },
        { columns: [], step: null, amounts: overviewAmounts },
        signal,
      )
      return sums.map((one) => maskSum(one, calls))
    }
    const columns = by.map((name) => columnOf[name])
    const current = await sumSteps(query, { userId, calls, columns }, signal)
    const overview = buildOverview(query, {
      isNew: current.length === 0 && !(await hasUsage(db, userId)),
      by,
      current,
      previous: { whole: await total(previous.whole), last: await total(previous.last) },
    })
    return await nameParts(overview)
  }

  async function sumSteps(
    { steps }: OverviewQuery,
    { userId, calls, columns }: { userId: number | undefined; calls: CallFilter; columns: HourGrouping['columns'] },
    signal: AbortSignal,
  ): Promise<StepSum[]> {
    const found: StepSum[] = []
    for (const stretch of steps.stretches) {
      const { fromAt, untilAt } = stretch
      const step = { lengthMs: steps.lengthMs, offsetMs: steps.phaseOf(stretch) }
      const sums = await sum(
        { ...calls.condition, fromAt, untilAt, userId },
        { columns, step, amounts: overviewAmounts },
        signal,
      )
      // If the clock changes within a step, its second part has another start.
      for (const one of sums) found.push({ index: steps.indexOf(Math.max(one.at, fromAt)), sum: maskSum(one, calls) })
    }
    return found
  }

  async function nameParts({ parts, ...overview }: UnnamedOverview): Promise<DataOverview> {
    const tokens = await findTokenNames(
      db,
      parts.flatMap(({ token_id }) => token_id ?? []),
    )
    const { channels } = state.current()
    const named = parts.map(({ token_id, channel_id, ...part }) => ({
      ...part,
      ...(token_id !== undefined && { token_id, token_name: tokens.get(token_id) ?? '' }),
      ...(channel_id !== undefined && { channel_id, channel_name: channels.get(channel_id)?.name ?? '' }),
    }))
    return { ...overview, parts: named }
  }

  /** Reads a bounded number of rows: the hourly sums do not have the causes. */
  async function errorsOf(
    { userId, secondsMax }: Scope,
    parameters: SpanQuery & CallParameters,
    signal: AbortSignal,
  ): Promise<DataSiteErrors> {
    requireDashboard(state)
    const span = parsePastSpan(parameters, { now: clock.now(), secondsMax })
    const { condition, only } = await findCallFilter(db, parameters, userId)
    const { channels } = state.current()
    if (only === 'charged') return buildErrors([], { countedFrom: span.fromAt, channels })
    const filter = { ...span, ...condition, ...(userId !== undefined && { userId }), type: logType.error }
    const search = { bound: errorsBound, hours: reports, moved: logStore }
    const { rows, stoppedAt } = await listUsageLogs(reports, filter, { limit: dataErrorsMax }, search)
    if (signal.aborted) throw new GatewayError('client_closed_request')
    const oldest = rows.length === dataErrorsMax ? rows.at(-1)?.created_at : stoppedAt?.createdAt
    return buildErrors(rows, { countedFrom: oldest ?? span.fromAt, channels })
  }

  async function tokensOf(
    account: { id: number; quota: number },
    query: SpanQuery,
    { secondsMax, signal }: { secondsMax: number; signal: AbortSignal },
  ): Promise<DataTokens> {
    requireDashboard(state)
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

  const ownScope = (userId: number): Scope => ({ userId, isAdmin: false, secondsMax: dataSpanMax.own })

  /** Of the account with that name; '' = of all accounts together. */
  async function adminScope(username: string): Promise<Scope> {
    const userId = username === '' ? undefined : (await named(username)).id
    return { userId, isAdmin: true, secondsMax: dataSpanMax.admin }
  }

  const own = (signal: AbortSignal) => ({ secondsMax: dataSpanMax.own, signal })
  const wide = (signal: AbortSignal) => ({ secondsMax: dataSpanMax.admin, signal })

  return {
    ownOverview: (userId: number, parameters: OverviewParameters & CallParameters, signal: AbortSignal) =>
      overviewOf(ownScope(userId), parameters, signal),

    /** Of the account with that name; '' = of all accounts together. */
    overview: async (username: string, parameters: OverviewParameters & CallParameters, signal: AbortSignal) =>
      await overviewOf(await adminScope(username), parameters, signal),

    /** Without channels: accounts do not learn which one served them. */
    async ownErrors(userId: number, parameters: SpanQuery & CallParameters, signal: AbortSignal): Promise<DataErrors> {
      const { lines, lines_total, ...errors } = await errorsOf(ownScope(userId), parameters, signal)
      return errors
    },

    /** Of the account with that name; '' = of all accounts together. */
    errors: async (username: string, parameters: SpanQuery & CallParameters, signal: AbortSignal) =>
      await errorsOf(await adminScope(username), parameters, signal),

    async ownTokens(userId: number, query: SpanQuery, signal: AbortSignal): Promise<DataTokens> {
      const user = await findUser(db, userId)
      if (!user) throw new GatewayError('not_found', { what: makeReason('user') })
      return await tokensOf(user, query, own(signal))
    },

    tokens: async (username: string, query: SpanQuery, signal: AbortSignal): Promise<DataTokens> =>
      tokensOf(await named(username), query, wide(signal)),

    async users(query: SpanQuery, signal: AbortSignal): Promise<DataUser[]> {
      requireDashboard(state)
      const span = parsePastSpan(query, { now: clock.now(), secondsMax: dataSpanMax.admin })
      // The database orders them, because there may be too many accounts for memory.
      const grouping = { columns: ['user_id'], step: null, amounts: sumAmounts } as const
      const question = { filter: span, grouping, order: { by: 'quota', isAscending: false } } as const
      const { sums } = await pageUsageHours(reports, question, { offset: 0, limit: dataLinesMax }, signal)
      const shown = sums.map(countCalls).toSorted(byCharge)
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
      requireDashboard(state)
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
