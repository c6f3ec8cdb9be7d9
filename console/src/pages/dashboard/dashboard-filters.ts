import {
  type DataGrouping,
  type DataStep,
  dataGroupings,
  dataGroupingsMax,
  dataSpanMax,
  dataSteps,
} from '@sluice/contract/data'
import { type CallFilters, callFilterDefaults, callFiltersOf } from '../../lib/call-filters.ts'
import type { SearchOf } from '../../lib/url-state.ts'

/** The view in the URL. Times in seconds, for `range=custom`; empty = the default. */
export const dashboardDefaults = {
  range: '',
  start_timestamp: 0,
  end_timestamp: 0,
  step: '',
  /** Of the usage log. `username`: the account; '' = all, if the role allows that. */
  ...callFilterDefaults,
  /** What the calls are grouped by, separated by a comma; '' = by model. */
  by: '',
  /** Of the chart; '' = spend. */
  metric: '',
  /** `self`: an administrator's own figures. */
  scope: '',
}
export type DashboardSearch = SearchOf<typeof dashboardDefaults>
export type DashboardFilters = typeof dashboardDefaults

export const presetRanges = ['today', '24h', '7d', '30d', 'month', 'lastMonth'] as const
export type RangeName = (typeof presetRanges)[number] | 'custom'

/** The scope of the figures. */
export type DashboardView = { of: 'all' } | { of: 'self' } | { of: 'user'; username: string }

export function viewOf({ username, scope }: Pick<DashboardFilters, 'username' | 'scope'>, isAdmin: boolean) {
  if (!isAdmin || scope === 'self') return { of: 'self' } satisfies DashboardView
  return username === '' ? ({ of: 'all' } satisfies DashboardView) : ({ of: 'user', username } satisfies DashboardView)
}

/** The filters of calls that the view has: an ordinary user has none of those of administrators. */
export function callsOf(filters: CallFilters, isAdmin: boolean): CallFilters {
  const calls = callFiltersOf(filters)
  return isAdmin ? calls : { ...calls, channel: '', username: '' }
}

/** What calls can be grouped by: keys only those of one account, channels only by administrators. */
export const offeredGroupings = (view: DashboardView, isAdmin: boolean): DataGrouping[] =>
  dataGroupings.filter((name) => (name === 'token' ? view.of !== 'all' : name !== 'channel' || isAdmin))

/** The groupings of the address, as far as the view offers them. */
export function groupingsOf(by: string, offered: readonly DataGrouping[]): [DataGrouping, DataGrouping?] {
  const [first = 'model', second] = by
    .split(',')
    .flatMap((text) => offered.find((known) => known === text) ?? [])
    .slice(0, dataGroupingsMax)
  return second === undefined || second === first ? [first] : [first, second]
}

export const daysMax = (isAdmin: boolean): number =>
  Math.floor((isAdmin ? dataSpanMax.admin : dataSpanMax.own) / 86_400)

const hour = 3_600
const day = 24 * hour
/** The site's step of time sets the initial range. */
const rangeFor: Record<DataStep, RangeName> = { hour: '24h', day: '7d', week: '30d' }

export function rangeNameOf(
  { range, start_timestamp }: Pick<DashboardFilters, 'range' | 'start_timestamp'>,
  siteStep: DataStep,
): RangeName {
  if (range === 'custom' && start_timestamp > 0) return 'custom'
  return presetRanges.find((name) => name === range) ?? rangeFor[siteStep]
}

export interface TimeSpan {
  start: number
  /** Absent: up to now. */
  end?: number
}

/** The requested span at `now`. Ranges of days start at the viewer's midnight, and hours are whole. */
export function spanOf(
  filters: DashboardFilters,
  { now, siteStep, isAdmin }: { now: number; siteStep: DataStep; isAdmin: boolean },
): TimeSpan {
  switch (rangeNameOf(filters, siteStep)) {
    case 'today':
      return { start: midnight(now, 0) }
    case '24h':
      return { start: Math.floor(now / hour) * hour - 23 * hour }
    case '7d':
      return { start: midnight(now, -6) }
    case '30d':
      return { start: midnight(now, -29) }
    case 'month':
      return { start: monthStart(now, 0) }
    case 'lastMonth':
      return { start: monthStart(now, -1), end: monthStart(now, 0) - 1 }
    case 'custom': {
      const end = filters.end_timestamp > 0 ? filters.end_timestamp : now
      const longest = (isAdmin ? dataSpanMax.admin : dataSpanMax.own) - 1
      return { start: Math.max(Math.min(filters.start_timestamp, end), end - longest), end }
    }
  }
}

/** The start of the day this many days from today, on the viewer's clock. */
export function midnight(now: number, days: number): number {
  const date = new Date(now * 1000)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime() / 1000
}

/** The start of the month this many months from the present one, on the viewer's clock. */
function monthStart(now: number, months: number): number {
  const date = new Date(now * 1000)
  return new Date(date.getFullYear(), date.getMonth() + months, 1).getTime() / 1000
}

const lengths: Record<DataStep, number> = { hour, day, week: 7 * day }

/** The instants of the step that begins at `starts[index]`, in seconds, within the span. */
export function spanOfStep(
  { starts, start, end }: { starts: readonly number[]; start: number; end: number },
  index: number,
): { start_timestamp: number; end_timestamp: number } {
  const from = starts[index] ?? start
  const next = starts[index + 1]
  return {
    start_timestamp: Math.max(from, start),
    end_timestamp: next === undefined ? end : Math.min(next - 1, end),
  }
}

/** Useful steps: more than one, but not so many that bars become too thin. */
export function offeredSteps(seconds: number): DataStep[] {
  return dataSteps.filter((step) => {
    const count = seconds / lengths[step]
    return count <= 31 * 24 + 1 && (step === 'hour' || count > (step === 'week' ? 2 : 1))
  })
}

/** From three days up a chart has a bar a day: more bars than these are hairlines. */
const barsMax = 71
const barsMin = 3

/** The effective step: the chosen one, otherwise the site's if it fits the range, otherwise one that does. */
export function stepOf(chosen: string, seconds: number, siteStep: DataStep): DataStep {
  const offered = offeredSteps(seconds)
  const wanted = offered.find((step) => step === chosen)
  if (wanted) return wanted
  const suits = (step: DataStep) => {
    const count = seconds / lengths[step]
    return offered.includes(step) && count >= barsMin && count <= barsMax
  }
  return suits(siteStep) ? siteStep : (dataSteps.find(suits) ?? offered[0] ?? 'hour')
}
