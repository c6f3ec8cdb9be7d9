import { expect, test } from 'bun:test'
import { keyAlertsOf, monthAlertOf, type SpendByDay, unusualAlertOf } from './find-alerts.ts'

const dayMs = 86_400_000
const now = Date.UTC(2026, 10, 20, 15)
const today = Date.UTC(2026, 10, 20)
/** The charges of so many days ago. */
const days = (charges: Record<number, number>): SpendByDay =>
  new Map(Object.entries(charges).map(([ago, quota]) => [today - Number(ago) * dayMs, quota]))

test('a month counts from its first day, and only above the amount', () => {
  const spent = days({ 0: 60, 19: 41, 20: 1_000 })
  expect(monthAlertOf(spent, { now, amount: 100 })).toMatchObject([{ cause: 'month', spent: 101, amount: 100 }])
  expect(monthAlertOf(spent, { now, amount: 101 })).toEqual([])
  const marks = [100, 50].map((amount) => monthAlertOf(spent, { now, amount })[0]?.mark)
  expect(new Set(marks).size).toBe(2)
})

test('a day is unusual above three times the median of the fourteen days before, and above one dollar', () => {
  const steady = (today: number) =>
    days({ 0: today, ...Object.fromEntries(Array.from({ length: 14 }, (_, i) => [i + 1, 100])) })
  expect(unusualAlertOf(steady(301), { now, dollar: 50 })).toMatchObject([
    { cause: 'unusual', spent: 301, median: 100 },
  ])
  expect(unusualAlertOf(steady(300), { now, dollar: 50 })).toEqual([])
  expect(unusualAlertOf(steady(400), { now, dollar: 400 })).toEqual([])
  // Days without calls count as zero, so one earlier day alone does not make a median.
  expect(unusualAlertOf(days({ 0: 51, 3: 1_000 }), { now, dollar: 50 })).toMatchObject([{ median: 0 }])
  // Of the two values in the middle the mean.
  const halves = days({ 0: 200, ...Object.fromEntries(Array.from({ length: 14 }, (_, i) => [i + 1, i < 7 ? 20 : 40])) })
  expect(unusualAlertOf(halves, { now, dollar: 50 })).toMatchObject([{ median: 30 }])
})

const key = { id: 7, name: 'laptop', isUnlimited: false, used: 0, granted: 1_000, limits: {} }

test.each([
  [499, null],
  [500, 50],
  [799, 50],
  [800, 80],
  [1_000, 100],
])('a key that used %d of 1000 is reported at %p per cent', (used, percent) => {
  const [alert] = keyAlertsOf({ ...key, used }, { days: new Map(), now })
  expect(alert?.cause === 'key' ? alert.percent : null).toBe(percent)
})

test('a key has alerts of its whole limit, its month and its day; those passed on the way are included', () => {
  const limits = { spend_day: 100, spend_month: 1_000 }
  const alerts = keyAlertsOf({ ...key, isUnlimited: true, limits }, { days: days({ 0: 85, 2: 500, 25: 900 }), now })
  expect(alerts).toMatchObject([
    { kind: 'month', percent: 50, spent: 585, limit: 1_000, lesserMarks: [] },
    { kind: 'day', percent: 80, spent: 85, limit: 100 },
  ])
  expect(alerts[1]?.lesserMarks).toHaveLength(1)
  // A larger limit is another one.
  const marks = [1_000, 1_500].map(
    (granted) => keyAlertsOf({ ...key, used: 900, granted }, { days: new Map(), now })[0]?.mark,
  )
  expect(new Set(marks).size).toBe(2)
})
