import { describe, expect, test } from 'bun:test'
import type { ChannelSweep } from '@sluice/contract/channel-sweep'
import { failedTestsOf, isListDue, isShown, percentOf, pollDelayMs } from './sweep-state.ts'

const sweep = (more: Partial<ChannelSweep>): ChannelSweep => ({
  state: 'running',
  total: 0,
  done: 0,
  passed: 0,
  failed: 0,
  skipped: 0,
  started_at: 1_000,
  finished_at: 0,
  started_by: '',
  results: [],
  ...more,
})

describe('the percentage of a sweep', () => {
  test.each([
    [sweep({ total: 0 }), 0],
    [sweep({ total: 3, done: 1 }), 33],
    [sweep({ total: 3, done: 2 }), 66],
    [sweep({ total: 300, done: 299 }), 99],
    [sweep({ state: 'finished', total: 3, done: 2 }), 100],
    [sweep({ state: 'finished' }), 100],
    [sweep({ state: 'cancelled', total: 4, done: 1 }), 25],
  ])('case %#', (state, percent) => {
    expect(percentOf(state)).toBe(percent)
  })
})

describe('the requests of a page that shows a sweep', () => {
  test.each([
    ['at its start', 1_000_000, 1_000],
    ['after half a minute', 1_030_000, 3_000],
    ['after an hour', 4_600_000, 5_000],
    ['by a clock that is behind the server', 0, 1_000],
  ])('the progress is polled at the right pace: %s', (_when, nowMs, delayMs) => {
    expect(pollDelayMs(sweep({ started_at: 1_000 }), nowMs)).toBe(delayMs)
  })

  test('ten minutes need fewer requests than an anonymous address may send in three', () => {
    const startMs = 1_000_000
    let requests = 0
    for (let nowMs = startMs; nowMs < startMs + 600_000; nowMs += pollDelayMs(sweep({}), nowMs)) requests++
    expect(requests).toBeLessThan(180)
  })

  test('the list is read at the end of a sweep, and every 15 seconds before', () => {
    const running = sweep({ state: 'running' })
    expect(isListDue(running, { listReadAtMs: 100_000, nowMs: 114_999 })).toBe(false)
    expect(isListDue(running, { listReadAtMs: 100_000, nowMs: 115_000 })).toBe(true)
    expect(isListDue(sweep({ state: 'finished' }), { listReadAtMs: 100_000, nowMs: 100_001 })).toBe(true)
  })
})

describe('a sweep is shown', () => {
  const over = sweep({ state: 'finished', finished_at: 1_100 })
  test('while it runs, even if an earlier one was dismissed', () => {
    expect(isShown(sweep({}), 9_999, 1_001)).toBe(true)
  })
  test('after its end, until it is dismissed or old', () => {
    expect(isShown(over, 0, 1_101)).toBe(true)
    expect(isShown(over, 1_000, 1_101)).toBe(false)
    expect(isShown(over, 0, 1_700)).toBe(false)
    expect(isShown(sweep({ state: 'interrupted' }), 0, 1_061)).toBe(true)
  })
  test('only if there was one', () => {
    expect(isShown(sweep({ state: 'idle', started_at: 0 }), 0, 1)).toBe(false)
  })
})

describe('channels whose last test failed', () => {
  const result = (channel_id: number, outcome: 'passed' | 'failed' | 'skipped') => ({
    channel_id,
    channel_name: '',
    outcome,
    message: `no ${channel_id}`,
    model: '',
    time: 0,
    balance: null,
    currency: '',
    switched: '' as const,
  })
  const results = [result(1, 'failed'), result(2, 'failed'), result(3, 'skipped'), result(4, 'passed')]
  const channels = [1, 2, 3, 4].map((id) => ({ id, test_time: id === 2 ? 1_200 : 1_050 }))

  test('are those of the last sweep, unless they were tested since', () => {
    const over = sweep({ state: 'finished', finished_at: 1_100, results })
    expect([...failedTestsOf(over, channels)]).toEqual([[1, 'no 1']])
  })
  test('are all failures while the sweep runs, and none without a sweep', () => {
    expect([...failedTestsOf(sweep({ results }), channels).keys()]).toEqual([1, 2])
    expect(failedTestsOf(undefined, channels).size).toBe(0)
  })
  test('are those that failed a test by hand, too, with the reason of a sweep where it is known', () => {
    const failed = channels.map((channel) => ({ ...channel, test_failed: true as const }))
    const over = sweep({ state: 'finished', finished_at: 1_100, results })
    expect([...failedTestsOf(over, failed.slice(0, 2))]).toEqual([
      [1, 'no 1'],
      [2, ''],
    ])
    expect([...failedTestsOf(undefined, failed.slice(2, 3))]).toEqual([[3, '']])
  })
})
