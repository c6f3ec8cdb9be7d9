import { expect, test } from 'bun:test'
import { timeSteps } from './time-steps.ts'

const hourMs = 3_600_000
const at = (text: string) => Date.parse(text)
const shortTimes = (starts: readonly number[]) => starts.map((start) => new Date(start).toISOString().slice(5, 16))
const span = (from: string, until: string) => ({ fromAt: at(from), untilAt: at(until) })

/** The index of the step that contains the hour, found as the sums find it: within the stretch of the hour. */
function findStepIndex(steps: ReturnType<typeof timeSteps>, hour: number): number {
  const stretch = steps.stretches.find(({ fromAt, untilAt }) => fromAt <= hour && hour < untilAt)
  if (!stretch) throw new Error('outside')
  const start = hour - ((hour - steps.phaseOf(stretch)) % steps.lengthMs)
  return steps.indexOf(Math.max(start, stretch.fromAt))
}

test('days begin at midnight of the requested time zone', () => {
  const requested = span('2026-11-20T15:00Z', '2026-11-22T15:00Z')
  expect(shortTimes(timeSteps(requested, 'day', 'UTC').starts)).toEqual(['11-20T00:00', '11-21T00:00', '11-22T00:00'])
  expect(shortTimes(timeSteps(requested, 'day', 'Asia/Shanghai').starts)).toEqual([
    '11-19T16:00',
    '11-20T16:00',
    '11-21T16:00',
  ])
  expect(shortTimes(timeSteps(requested, 'day', 'Asia/Kolkata').starts)).toEqual([
    '11-19T18:30',
    '11-20T18:30',
    '11-21T18:30',
  ])
  expect(shortTimes(timeSteps(requested, 'day', 'America/New_York').starts)).toEqual([
    '11-20T05:00',
    '11-21T05:00',
    '11-22T05:00',
  ])
})

test('weeks begin on Monday, and hours at the full hour', () => {
  const requested = span('2026-11-20T15:20Z', '2026-12-01T00:00Z')
  expect(shortTimes(timeSteps(requested, 'week', 'Europe/Berlin').starts)).toEqual([
    '11-15T23:00',
    '11-22T23:00',
    '11-29T23:00',
  ])
  expect(shortTimes(timeSteps(span('2026-11-20T15:20Z', '2026-11-20T17:00Z'), 'hour', 'UTC').starts)).toEqual([
    '11-20T15:00',
    '11-20T16:00',
  ])
})

test('the day on which clocks change has 23 or 25 hours, and every hour is counted in its day', () => {
  for (const [from, until, hours] of [
    ['2026-03-27T23:00Z', '2026-03-30T22:00Z', [24, 23, 24]],
    ['2026-10-23T22:00Z', '2026-10-26T23:00Z', [24, 25, 24]],
  ] as const) {
    const requested = span(from, until)
    const steps = timeSteps(requested, 'day', 'Europe/Berlin')
    expect(steps.stretches).toHaveLength(2)
    const counted = [0, 0, 0]
    for (let hour = requested.fromAt; hour < requested.untilAt; hour += hourMs) {
      const index = findStepIndex(steps, hour)
      counted[index] = (counted[index] ?? 0) + 1
      expect(steps.starts[index]).toBeLessThanOrEqual(hour)
    }
    expect(counted).toEqual([...hours])
  }
})

test('every hour of a year is in the last step that began before it, in any zone', () => {
  for (const zone of ['UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe', 'Europe/Berlin']) {
    const requested = span('2026-01-01T00:00Z', '2027-01-01T00:00Z')
    for (const step of ['day', 'week'] as const) {
      const steps = timeSteps(requested, step, zone)
      const wrong: string[] = []
      for (let hour = requested.fromAt; hour < requested.untilAt; hour += hourMs) {
        const index = findStepIndex(steps, hour)
        const isLast = (steps.starts[index + 1] ?? Number.POSITIVE_INFINITY) > hour
        if ((steps.starts[index] ?? 0) > hour || !isLast) wrong.push(new Date(hour).toISOString())
      }
      expect({ zone, step, wrong }).toEqual({ zone, step, wrong: [] })
    }
  }
})

test('an unknown time zone is refused', () => {
  expect(() => timeSteps(span('2026-01-01T00:00Z', '2026-01-02T00:00Z'), 'day', 'Nowhere/Town')).toThrow(RangeError)
})
