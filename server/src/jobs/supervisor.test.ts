import { expect, test } from 'bun:test'
import { systemClock } from '../platform/clock.ts'
import { createFailedWork } from '../platform/failed-work.ts'
import { createLog } from '../platform/log.ts'
import { superviseJobs } from './supervisor.ts'

test('a failed job runs again, never twice at the same time, and stopping waits for it', async () => {
  let runs = 0
  let running = 0
  const again = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const failedWork = createFailedWork()
  const supervisor = superviseJobs(
    [
      {
        name: 'flaky',
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
    { clock: systemClock, log: createLog('silent'), failedWork },
  )
  await again.promise
  expect(failedWork.list()).toMatchObject([{ name: 'flaky' }])
  let isStopped = false
  const stopped = supervisor.stop().then(() => {
    isStopped = true
  })
  await Promise.resolve()
  expect(isStopped).toBe(false)
  finish.resolve()
  await stopped
  expect(runs).toBe(2)
  expect(failedWork.list()).toEqual([])
})
