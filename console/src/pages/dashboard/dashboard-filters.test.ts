import { expect, test } from 'bun:test'
import {
  callsOf,
  dashboardDefaults,
  groupingsOf,
  offeredGroupings,
  offeredSteps,
  rangeNameOf,
  spanOf,
  spanOfStep,
  stepOf,
  viewOf,
} from './dashboard-filters.ts'

const local = (...parts: [number, number, number, number?, number?]) => Math.floor(new Date(...parts).getTime() / 1000)
const now = local(2026, 10, 20, 15, 30)
const day = 86_400
const filters = (more: Partial<typeof dashboardDefaults> = {}) => ({ ...dashboardDefaults, ...more })
const spanFor = (more: Partial<typeof dashboardDefaults>, isAdmin = false) =>
  spanOf(filters(more), { now, siteStep: 'hour', isAdmin })

test('the step of the site decides the initial range', () => {
  expect((['hour', 'day', 'week'] as const).map((step) => rangeNameOf(filters(), step))).toEqual([
    ...(['24h', '7d', '30d'] as const),
  ])
  expect(rangeNameOf(filters({ range: 'today' }), 'week')).toBe('today')
  expect(rangeNameOf(filters({ range: 'for ever' }), 'day')).toBe('7d')
  expect(rangeNameOf(filters({ range: 'custom' }), 'day')).toBe('7d')
})

test("ranges of days start at the viewer's midnight; a day has 24 hours", () => {
  expect(spanFor({ range: 'today' })).toEqual({ start: local(2026, 10, 20) })
  expect(spanFor({ range: '7d' })).toEqual({ start: local(2026, 10, 14) })
  expect(spanFor({ range: '30d' })).toEqual({ start: local(2026, 9, 22) })
  expect(spanFor({ range: 'month' })).toEqual({ start: local(2026, 10, 1) })
  expect(spanFor({ range: 'lastMonth' })).toEqual({ start: local(2026, 9, 1), end: local(2026, 10, 1) - 1 })
  expect(spanFor({})).toEqual({ start: local(2026, 10, 19, 16) })
})

test('a custom range is limited to the maximum', () => {
  const own = { range: 'custom', start_timestamp: now - 90 * day, end_timestamp: now }
  expect(spanFor(own, true)).toEqual({ start: now - 90 * day, end: now })
  const cut = spanFor(own)
  expect((cut.end ?? 0) - cut.start).toBe(31 * day + 3_599)
  expect(spanFor({ range: 'custom', start_timestamp: now + 5, end_timestamp: now }).start).toBe(now)
})

test('only useful steps are offered', () => {
  expect(offeredSteps(15 * 3_600)).toEqual(['hour'])
  expect(offeredSteps(7 * day)).toEqual(['hour', 'day'])
  expect(offeredSteps(30 * day)).toEqual(['hour', 'day', 'week'])
  expect(offeredSteps(90 * day)).toEqual(['day', 'week'])
})

test('the site’s step is used if it fits, a chosen one if it is offered', () => {
  expect(stepOf('', 24 * 3_600, 'hour')).toBe('hour')
  expect(stepOf('', 71 * 3_600, 'hour')).toBe('hour')
  expect(stepOf('', 3 * day + 60, 'hour')).toBe('day')
  expect(stepOf('', 7 * day, 'hour')).toBe('day')
  expect(stepOf('', 30 * day, 'hour')).toBe('day')
  expect(stepOf('', 30 * day, 'week')).toBe('week')
  expect(stepOf('', 7 * day, 'week')).toBe('day')
  expect(stepOf('', 3_600, 'week')).toBe('hour')
  expect(stepOf('hour', 30 * day, 'week')).toBe('hour')
  expect(stepOf('week', 3_600, 'day')).toBe('hour')
})

test('ordinary users see their own figures for any link', () => {
  expect(viewOf({ username: 'vera', scope: '' }, false)).toEqual({ of: 'self' })
  expect(viewOf({ username: 'vera', scope: '' }, true)).toEqual({ of: 'user', username: 'vera' })
  expect(viewOf({ username: 'vera', scope: 'self' }, true)).toEqual({ of: 'self' })
  expect(viewOf({ username: '', scope: '' }, true)).toEqual({ of: 'all' })
})

test('the filters of calls are those of the usage log, as far as the viewer has them', () => {
  const set = filters({ type: 4, model_name: 'gpt-4o', channel: '3', username: 'vera' })
  expect(callsOf(set, false)).toMatchObject({ type: 0, model_name: 'gpt-4o', channel: '', username: '' })
  expect(callsOf({ ...set, type: 5 }, true)).toMatchObject({ type: 5, channel: '3', username: 'vera' })
})

test('keys are grouped for one account only, channels for administrators only', () => {
  expect(offeredGroupings({ of: 'self' }, false)).toEqual(['model', 'token', 'group', 'client'])
  expect(offeredGroupings({ of: 'all' }, true)).toEqual(['model', 'group', 'client', 'channel'])
  const offered = offeredGroupings({ of: 'self' }, false)
  expect(groupingsOf('', offered)).toEqual(['model'])
  expect(groupingsOf('token,model', offered)).toEqual(['token', 'model'])
  expect(groupingsOf('channel,group', offered)).toEqual(['group'])
  expect(groupingsOf('group,group', offered)).toEqual(['group'])
})

test('a step leads to the calls between its start and the next one', () => {
  const overview = { starts: [0, 3_600, 7_200], start: 60, end: 9_000 }
  expect(spanOfStep(overview, 0)).toEqual({ start_timestamp: 60, end_timestamp: 3_599 })
  expect(spanOfStep(overview, 2)).toEqual({ start_timestamp: 7_200, end_timestamp: 9_000 })
})
