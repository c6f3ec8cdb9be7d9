import { describe, expect, test } from 'bun:test'
import { buildTimeline } from './build-timeline.ts'
import { logRow } from './test-rows.ts'

const attempt = (channel_id: number, status: number | null, started_ms: number, duration_ms: number) => ({
  channel_id,
  channel_name: `c${channel_id}`,
  reason: '',
  status,
  started_ms,
  duration_ms,
  error: status === 200 ? null : 'no',
})

describe('a stream answered by a second channel', () => {
  const timeline = buildTimeline(
    logRow({
      is_stream: true,
      completion_tokens: 100,
      detail: {
        total_ms: 1000,
        frt: 500,
        admin_info: {
          use_channel: ['2', '1'],
          attempts: [attempt(2, 429, 10, 90), attempt(1, 200, 100, 400)],
        },
      },
    }),
  )
  test('has its sections at their positions', () => {
    expect(timeline.steps.map(({ outcome, waiting, receiving }) => ({ outcome, waiting, receiving }))).toEqual([
      { outcome: 'failed', waiting: { left: 0.01, width: 0.09 }, receiving: null },
      {
        outcome: 'answered',
        waiting: { left: 0.1, width: 0.4 },
        receiving: { left: 0.5, width: 0.5 },
      },
    ])
  })
  test('has the queue, the first token and the speed after it', () => {
    expect(timeline).toMatchObject({ totalMs: 1000, queuedMs: 10, firstTokenMs: 500, speed: 200 })
  })
})

test('an answer in one piece has no first token and no speed', () => {
  const timeline = buildTimeline(logRow({ completion_tokens: 9, detail: { total_ms: 300, frt: -1000 } }))
  expect(timeline).toMatchObject({ firstTokenMs: null, speed: null, receiving: null, steps: [] })
  expect(timeline.waiting).toEqual({ left: 0, width: 1 })
})

test('an attempt without an answer failed, and absent times stay within the line', () => {
  const detail = { total_ms: 0, admin_info: { use_channel: ['1'], attempts: [attempt(1, null, 0, 0)] } }
  const [step] = buildTimeline(logRow({ use_time: 0, detail })).steps
  expect(step).toMatchObject({ outcome: 'failed', waiting: { left: 0, width: 1 } })
})

test('rows that have times only in seconds are drawn by these', () => {
  expect(buildTimeline(logRow({ use_time: 12 })).totalMs).toBe(12_000)
})
