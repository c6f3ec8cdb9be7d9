import { dayMs } from '@sluice/contract/durations'
import type { Limits } from '@sluice/contract/limits'

/** The start of a day (UTC, milliseconds) to the charges of that day, less its refunds. */
export type SpendByDay = ReadonlyMap<number, number>

/** Which limit of a key: of its whole life, or of a day or month (UTC). */
type KeyLimitKind = 'total' | 'day' | 'month'

type AlertCause =
  | { cause: 'key'; name: string; percent: number; kind: KeyLimitKind; spent: number; limit: number }
  | { cause: 'month'; spent: number; amount: number }
  | { cause: 'unusual'; spent: number; median: number }

/** Something that an account wants to know. Amounts are quota. */
export type Alert = AlertCause & {
  /** Of the cause and its period: an alert with this mark is sent once. */
  mark: string
  /** Marks that it includes. */
  lesserMarks: readonly string[]
}

/** Shares of a key's limit, in per cent; the highest first. */
const keyAlertPercents = [100, 80, 50] as const
const medianDays = 14
/** So many times the median of a day is unusual. */
const unusualFactor = 3

const startOfDay = (at: number): number => Math.floor(at / dayMs) * dayMs

function startOfMonth(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
}

const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10)

function sumSince(days: SpendByDay, fromAt: number): number {
  let total = 0
  for (const [at, quota] of days) if (at >= fromAt) total += quota
  return total
}

/** This month's spend is above the amount. */
export function monthAlertOf(days: SpendByDay, { now, amount }: { now: number; amount: number }): Alert[] {
  const month = startOfMonth(now)
  const spent = sumSince(days, month)
  if (spent <= amount) return []
  return [{ cause: 'month', spent, amount, mark: `month ${isoDay(month)} ${amount}`, lesserMarks: [] }]
}

/** Today's spend is above three times the median of the fourteen days before, and above one `dollar` (quota). */
export function unusualAlertOf(days: SpendByDay, { now, dollar }: { now: number; dollar: number }): Alert[] {
  const today = startOfDay(now)
  const spent = days.get(today) ?? 0
  const before = Array.from({ length: medianDays }, (_, index) => days.get(today - (index + 1) * dayMs) ?? 0)
  const median = medianOf(before)
  if (spent <= dollar || spent <= unusualFactor * median) return []
  return [{ cause: 'unusual', spent, median, mark: `unusual ${isoDay(today)}`, lesserMarks: [] }]
}

/** Of an even number of values the mean of the two in the middle, in whole units. */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return Math.round((low + high) / 2)
}

export interface LimitedKey {
  id: number
  name: string
  isUnlimited: boolean
  used: number
  /** What it may use in all. */
  granted: number
  limits: Limits
}

/** The limits of which the key has used a share that is reported, each with the highest such share. */
export function keyAlertsOf(key: LimitedKey, { days, now }: { days: SpendByDay; now: number }): Alert[] {
  const { limits, isUnlimited, granted, used } = key
  const month = startOfMonth(now)
  const today = startOfDay(now)
  return [
    // A top-up of the key is another limit, with shares of its own.
    ...(isUnlimited ? [] : shareAlert(key, { kind: 'total', spent: used, limit: granted, period: '' })),
    ...shareAlert(key, {
      kind: 'month',
      spent: sumSince(days, month),
      limit: limits.spend_month ?? 0,
      period: isoDay(month),
    }),
    ...shareAlert(key, {
      kind: 'day',
      spent: days.get(today) ?? 0,
      limit: limits.spend_day ?? 0,
      period: isoDay(today),
    }),
  ]
}

interface UsedLimit {
  kind: KeyLimitKind
  spent: number
  /** 0 = none. */
  limit: number
  period: string
}

function shareAlert({ id, name }: LimitedKey, { kind, spent, limit, period }: UsedLimit): Alert[] {
  if (limit <= 0) return []
  const reached = keyAlertPercents.filter((percent) => spent * 100 >= percent * limit)
  const [percent, ...lesser] = reached
  if (percent === undefined) return []
  const markOf = (share: number) => `key ${id} ${kind} ${period} ${limit} ${share}`
  return [{ cause: 'key', name, percent, kind, spent, limit, mark: markOf(percent), lesserMarks: lesser.map(markOf) }]
}
