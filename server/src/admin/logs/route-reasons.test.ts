import { expect, test } from 'bun:test'
import type { AttemptRecord } from '@sluice/contract/usage-log'
import { withRouteReasons } from './route-reasons.ts'

const attempt: AttemptRecord = {
  channel_id: 1,
  channel_name: 'one',
  status: 200,
  error: null,
  started_ms: 0,
  duration_ms: 5,
}
const buildDetail = (attempts: object[]) => JSON.stringify({ end: 'complete', admin_info: { attempts } })
const readReasons = (detail: string) =>
  (JSON.parse(detail) as { admin_info: { attempts: AttemptRecord[] } }).admin_info.attempts.map(({ reason }) => reason)

test('the reason why a channel was chosen is also written as an English text for older clients', () => {
  const why = { by: 'priority', of: 2, priority: 10, weight: 3 } as const
  const passed = [
    { code: 'tried', count: 1, channels: [4] },
    { code: 'resting', count: 2, channels: [5, 6] },
    { code: 'full', count: 1, channels: [7] },
  ] as const
  const detail = buildDetail([
    { ...attempt, why },
    { ...attempt, why: { ...why, passed } },
  ])
  expect(readReasons(withRouteReasons(detail))).toEqual([
    'priority 10, weight 3, 2 left',
    'priority 10, weight 3, 5 left, 2 resting, 1 full',
  ])
})

test('an attempt without its reason, and an unreadable detail, stay unchanged', () => {
  for (const detail of [
    buildDetail([attempt]),
    '',
    '"why"',
    '{"why"',
    '{"why":1}',
    '{"admin_info":{"attempts":"why"}}',
  ])
    expect(withRouteReasons(detail)).toBe(detail)
})
