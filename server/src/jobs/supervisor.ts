import type { JobName } from '@sluice/contract/system'
import { Cron } from 'croner'
import type { JobRuns } from '../platform/job-runs.ts'
import { describeError } from '../platform/log.ts'
import type { Services } from '../services.ts'

export interface Job {
  name: JobName
  /** Cron pattern with seconds: `0 17 * * * *` is once an hour. */
  schedule: string
  /** `signal` is aborted when the server stops; long work checks it between its steps. */
  run(signal: AbortSignal): Promise<void>
}

export interface Supervisor {
  /** Starts no further runs and waits for the running ones. */
  stop(): Promise<void>
}

/**
 * Runs jobs on their schedules. Runs of one job do not overlap. A failed run is logged and noted, and the next one
 * follows as scheduled.
 */
export function superviseJobs(
  jobs: readonly Job[],
  { clock, log }: Services<'clock' | 'log'>,
  jobRuns: Pick<JobRuns, 'schedule' | 'begin' | 'end'>,
): Supervisor {
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const crons = jobs.map((job) => {
    const run = async () => {
      const work = runOnce(job)
      running.add(work)
      await work
      running.delete(work)
    }
    const cron = new Cron(job.schedule, { protect: true, unref: true }, run)
    jobRuns.schedule(job.name, () => cron.nextRun()?.getTime() ?? null)
    return cron
  })
  return {
    async stop() {
      stopping.abort()
      for (const cron of crons) cron.stop()
      await Promise.all(running)
    },
  }

  async function runOnce(job: Job): Promise<void> {
    jobRuns.begin(job.name, clock.now())
    try {
      await job.run(stopping.signal)
      jobRuns.end(job.name, false, clock.now())
    } catch (error) {
      jobRuns.end(job.name, true, clock.now())
      log.error({ job: job.name, error: describeError(error) }, 'a job failed; it runs again as scheduled')
    }
  }
}
