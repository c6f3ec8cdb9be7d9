import { expect, test } from 'bun:test'
import { advanceTask, type TaskReport, type TaskState } from './task-report.ts'

const task = (more: Partial<TaskState> = {}): TaskState => ({
  status: 'IN_PROGRESS',
  progress: 40,
  failReason: '',
  startedAt: 5,
  finishedAt: 0,
  data: '{"a":1}',
  ...more,
})
const report = (more: Partial<TaskReport> = {}): TaskReport => ({
  taskId: 't',
  status: 'IN_PROGRESS',
  progress: 50,
  failReason: '',
  startedAt: 0,
  finishedAt: 0,
  details: {},
  ...more,
})

test('a task moves forward, never back, and a report without news changes nothing', () => {
  expect(advanceTask(task(), report(), 9)).toMatchObject({ progress: 50, startedAt: 5, end: null })
  expect(advanceTask(task(), report({ progress: 40 }), 9)).toBeNull()
  expect(advanceTask(task(), report({ progress: 39 }), 9)).toBeNull()
  expect(advanceTask(task(), report({ status: 'SUBMITTED' }), 9)).toBeNull()
  expect(advanceTask(task(), report({ status: 'UNKNOWN_STATUS' }), 9)).toBeNull()
  expect(advanceTask(task(), report({ status: 'toString' }), 9)).toBeNull()
  expect(advanceTask(task({ status: 'MODAL' }), report(), 9)?.status).toBe('IN_PROGRESS')
})

test('a task that succeeded is complete; a running or failed one is not', () => {
  expect(advanceTask(task(), report({ status: 'SUCCESS', progress: 3, failReason: 'x' }), 9)).toMatchObject({
    progress: 100,
    failReason: '',
    finishedAt: 9,
    end: 'success',
  })
  expect(advanceTask(task(), report({ status: 'FAILURE', progress: null, finishedAt: 7 }), 9)).toMatchObject({
    progress: task().progress,
    finishedAt: 7,
    end: 'failure',
  })
  expect(advanceTask(task(), report({ progress: 4_000 }), 9)?.progress).toBe(99)
})

test('details are kept where a report has none or too large ones', () => {
  const moved = advanceTask(task(), report({ details: { b: 2 } }), 9)
  expect(JSON.parse(moved?.data ?? '')).toEqual({ a: 1, b: 2 })
  const huge = { b: 'x'.repeat(1_000_001) }
  expect(advanceTask(task(), report({ details: huge }), 9)?.data).toBe('{"a":1}')
  expect(advanceTask(task(), report({ failReason: 'y'.repeat(9_999) }), 9)?.failReason).toHaveLength(2_000)
})
