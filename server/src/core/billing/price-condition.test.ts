import { expect, test } from 'bun:test'
import { weekdays } from '@sluice/contract/price-axes'
import fc from 'fast-check'
import { appliesAt } from './price-condition.ts'

const instants = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2030, 0, 1) })
const times = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
const timezones = fc.constantFrom('UTC', 'Asia/Shanghai', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kolkata')

test('a time of day and the rest of the day cover every moment once, in every time zone', () => {
  fc.assert(
    fc.property(instants, times, times, timezones, (at, start, end, timezone) => {
      fc.pre(start !== end)
      const inside = appliesAt({ between: [start, end], timezone }, at)
      expect(appliesAt({ between: [end, start], timezone }, at)).toBe(!inside)
    }),
  )
})

test('every moment is on exactly one weekday, also where the day of a rule begins at another time than midnight', () => {
  fc.assert(
    fc.property(instants, timezones, fc.option(times, { nil: undefined }), (at, timezone, start) => {
      // The whole day except its last minute, from `start` on.
      const between = start === undefined ? {} : { between: [start, minuteBefore(start)] as [string, string] }
      const days = weekdays.filter((day) => appliesAt({ ...between, days: [day], timezone }, at))
      const isOutside = start !== undefined && !appliesAt({ ...between, timezone }, at)
      expect(days).toHaveLength(isOutside ? 0 : 1)
    }),
  )
})

test('before and from a day cover every moment once', () => {
  const dates = instants.map((at) => new Date(at).toISOString().slice(0, 10))
  fc.assert(
    fc.property(instants, dates, timezones, (at, date, timezone) => {
      const isFrom = appliesAt({ from: date, timezone }, at)
      expect(appliesAt({ until: date, timezone }, at)).toBe(!isFrom)
    }),
  )
})

test('a repeated hour belongs to the rule both times, a skipped hour never', () => {
  const night = { between: ['02:00', '03:00'] as [string, string], timezone: 'Europe/Berlin' }
  expect(appliesAt(night, Date.parse('2026-10-25T00:30:00Z'))).toBe(true) // 02:30 in summer time
  expect(appliesAt(night, Date.parse('2026-10-25T01:30:00Z'))).toBe(true) // 02:30 in winter time
  expect(appliesAt(night, Date.parse('2026-03-29T00:59:59Z'))).toBe(false) // 01:59:59
  expect(appliesAt(night, Date.parse('2026-03-29T01:00:00Z'))).toBe(false) // 03:00
})

test('the length of the prompt is not considered here', () => {
  expect(appliesAt({ input_over: 1_000 }, 0)).toBe(true)
})

function minuteBefore(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const before = (hours * 60 + minutes + 1439) % 1440
  return [Math.floor(before / 60), before % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
