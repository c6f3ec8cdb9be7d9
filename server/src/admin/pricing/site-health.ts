import { dayMs, hourMs } from '@sluice/contract/durations'
import { firstTokenMs } from '@sluice/contract/first-token'
import type { TextLanguage } from '@sluice/contract/messages/languages'
import { numberOf, parseRecord } from '@sluice/contract/read-json'
import { logType } from '@sluice/contract/roles'
import type { HealthMeasures, HealthOfModel, SiteHealth } from '@sluice/contract/site-health'
import { toSeconds } from '../../core/to-seconds.ts'
import { keepAnswers } from '../../platform/keep-answers.ts'
import { countSuccesses } from '../../store/usage-hour-question.ts'
import { sumUsageHours, type UsageSum } from '../../store/usage-hours.ts'
import { listUsageLogs, readBound } from '../../store/usage-logs.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { announcedIncidents } from '../newest-announcements.ts'
import { callsMin, successRate } from './model-speeds.ts'
import { createPublicModels, type PublicModels } from './public-models.ts'

const daysShown = 90
/** Whether a model fails is said of these hours. */
const nowHours = 2
/** A visitor costs nothing: all read what was computed for the first of them. */
const keptMs = 5 * 60_000
/** The newest calls that medians of the first token come from. */
const timedCallsMax = 2_000
const worksFrom = 95
const failsBelow = 50

interface Counts {
  successes: number
  errors: number
}
type CountsOfModel = ReadonlyMap<string, Counts>

export interface Measured {
  at: number
  now: CountsOfModel
  day: CountsOfModel
  /** For each of the days, the oldest first. */
  days: readonly CountsOfModel[]
  /** Milliseconds of the newest streamed calls. */
  firstTokens: ReadonlyMap<string, readonly number[]>
}

export interface SiteHealthReader {
  read(language: TextLanguage): Promise<SiteHealth>
}

/** How the models that visitors may read about work, from the hourly sums of the usage log. */
export function createSiteHealth(
  deps: Pick<AdminDependencies, 'state' | 'clock' | 'reports' | 'logStore'>,
): SiteHealthReader {
  const publicModels = createPublicModels(deps)
  const measure = keepAnswers(() => readMeasures(deps), { clock: deps.clock, keptMs })
  return {
    async read(language) {
      const measured = await measure(null)
      const { options } = deps.state.current()
      return {
        ...buildSiteHealth(measured, publicModels(language)),
        incidents: announcedIncidents(options, deps.clock.now()),
      }
    },
  }
}

async function readMeasures({
  clock,
  reports,
  logStore,
}: Pick<AdminDependencies, 'clock' | 'reports' | 'logStore'>): Promise<Measured> {
  const at = clock.now()
  // Whole hours, of which the current one is the last.
  const untilAt = (Math.floor(at / hourMs) + 1) * hourMs
  const today = Math.floor(at / dayMs) * dayMs
  const sum = (fromAt: number, step: { lengthMs: number; offsetMs: number } | null) =>
    sumUsageHours(
      reports,
      { fromAt, untilAt },
      { columns: ['model_name'], amounts: ['calls', 'errors', 'charged_errors'], step },
    )
  const [now, day, byDay] = await Promise.all([
    sum(untilAt - nowHours * hourMs, null),
    sum(untilAt - dayMs, null),
    sum(today - (daysShown - 1) * dayMs, { lengthMs: dayMs, offsetMs: 0 }),
  ])
  const ofDay = Map.groupBy(byDay, (row) => row.at)
  const days = Array.from({ length: daysShown }, (_, index) => today - (daysShown - 1 - index) * dayMs)
  return {
    at,
    now: countsOf(now),
    day: countsOf(day),
    days: days.map((start) => countsOf(ofDay.get(start) ?? [])),
    firstTokens: await readFirstTokens({ reports, logStore }, { fromAt: untilAt - dayMs, untilAt }),
  }
}

/** A stream that was cut and charged is one failed call. */
const countsOf = (sums: readonly UsageSum[]): CountsOfModel =>
  new Map(sums.map((sum) => [sum.model_name, { successes: countSuccesses(sum), errors: sum.errors }]))

async function readFirstTokens(
  { reports, logStore }: Pick<AdminDependencies, 'reports' | 'logStore'>,
  span: { fromAt: number; untilAt: number },
): Promise<Measured['firstTokens']> {
  const search = { bound: readBound, hours: reports, moved: logStore }
  const filter = { ...span, type: logType.consume, callsOnly: true as const }
  const { rows } = await listUsageLogs(reports, filter, { limit: timedCallsMax }, search)
  const times = new Map<string, number[]>()
  for (const row of rows) {
    const time = firstTokenMs(row.is_stream !== 0, { frt: numberOf(parseRecord(row.detail)?.frt) })
    if (time === null) continue
    const known = times.get(row.model_name)
    if (known) known.push(time)
    else times.set(row.model_name, [time])
  }
  return times
}

/** What is said of the models of a list; of all calls alone where there is none. */
export function buildSiteHealth(measured: Measured, models: PublicModels | null): Omit<SiteHealth, 'incidents'> {
  const rows = [...(models?.values() ?? [])]
  const named = rows.map(
    (row): HealthOfModel => ({
      model_name: row.model_name,
      vendor: row.owner_by,
      ...(row.icon !== undefined && { icon: row.icon }),
      ...measuresOf(measured, [row.model_name]),
    }),
  )
  const vendors = [...Map.groupBy(rows, ({ owner_by: vendor }) => vendor)].map(([vendor, own]) => {
    const icon = own.find((row) => row.icon !== undefined)?.icon
    const names = own.map(({ model_name: name }) => name)
    return { vendor, ...(icon !== undefined && { icon }), ...measuresOf(measured, names) }
  })
  // Calls without a model were refused before any: they say nothing of how models answer.
  const all = measuresOf(
    measured,
    models === null ? [...measured.day.keys()].filter((name) => name !== '') : [...models.keys()],
  )
  const failing = named.filter(({ state }) => state === 'fails').length
  return {
    state: failing > 0 ? 'fails' : all.state,
    failing,
    success_rate: all.success_rate ?? null,
    first_token_ms: all.first_token_ms ?? null,
    measured_at: toSeconds(measured.at),
    vendors: vendors.toSorted((a, b) => (a.vendor < b.vendor ? -1 : 1)),
    models: named,
  }
}

function measuresOf({ now, day, days, firstTokens }: Measured, names: readonly string[]): HealthMeasures {
  const times = names.flatMap((name) => firstTokens.get(name) ?? []).toSorted((a, b) => a - b)
  const first = times.length < callsMin ? undefined : times[Math.floor(times.length / 2)]
  const success = successRate(sumOf(day, names))
  const long = successRate(days.map((ofDay) => sumOf(ofDay, names)).reduce(addCounts, noCounts))
  return {
    // Where the last hours have too few calls, the day says it.
    state: stateOf(successRate(sumOf(now, names)) ?? success),
    ...(success !== null && { success_rate: success }),
    ...(first !== undefined && { first_token_ms: Math.round(first) }),
    ...(long !== null && { long_success_rate: long }),
    days: days.map((ofDay) => successRate(sumOf(ofDay, names))),
  }
}

const noCounts: Counts = { successes: 0, errors: 0 }
const addCounts = (one: Counts, other: Counts): Counts => ({
  successes: one.successes + other.successes,
  errors: one.errors + other.errors,
})
const sumOf = (counts: CountsOfModel, names: readonly string[]): Counts =>
  names.map((name) => counts.get(name) ?? noCounts).reduce(addCounts, noCounts)

function stateOf(success: number | null): HealthMeasures['state'] {
  if (success === null) return 'few'
  return success >= worksFrom ? 'works' : success < failsBelow ? 'fails' : 'degraded'
}
