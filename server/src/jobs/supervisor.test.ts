import { expect, test } from 'bun:test'
import { systemClock } from '../platform/clock.ts'
import { createJobRuns } from '../platform/job-runs.ts'
import { createLog } from '../platform/log.ts'
import { superviseJobs } from './supervisor.ts'

test('a failed job runs again, never twice at the same time, and stopping waits for it', async () => {
  let runs = 0
  let running = 0
  const again = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const jobRuns = createJobRuns()
  const supervisor = superviseJobs(
    [
      {
        name: 'sessions',
        schedule: '* * * * * *',
        async run() {
          running++
          expect(running).toBe(1)
          runs++
          try {
            if (runs === 1) throw new Error('first run')
            again.resolve()
            await finish.promise
          } finally {
            running--
          }
        },
      },
    ],
    { clock: systemClock, log: createLog('silent') },
    jobRuns,
  )
  await again.promise
  expect(jobRuns.failures()).toMatchObject([{ name: 'sessions' }])
  const [state] = jobRuns.list()
  expect(state).toMatchObject({ endedAt: null, failedSince: expect.any(Number) })
  expect(state?.nextAt).toBeGreaterThan(state?.startedAt ?? Number.POSITIVE_INFINITY)
  let isStopped = false
  const stopped = supervisor.stop().then(() => {
    isStopped = true
  })
  await Promise.resolve()
  expect(isStopped).toBe(false)
  finish.resolve()
  await stopped
  expect(runs).toBe(2)
  expect(jobRuns.failures()).toEqual([])
  expect(jobRuns.list()[0]?.endedAt).not.toBeNull()
})
