/** A scheduled work whose last run failed. */
export interface Failure {
  name: string
  /** When the first of the failed runs in a row failed, in milliseconds. */
  since: number
}

/** A scheduled work and its last run on this node. Times in milliseconds; null = there was none. */
export interface JobState {
  name: string
  startedAt: number | null
  /** Null while it runs. */
  endedAt: number | null
  failedSince: number | null
  nextAt: number | null
}

/** The scheduled work of this node. In memory: a restart begins without runs and failures. */
export interface JobRuns {
  /** Registers a job. `nextAt` returns the time of its next run. */
  schedule(name: string, nextAt: () => number | null): void
  begin(name: string, now: number): void
  /** The outcome of a run. */
  end(name: string, isFailed: boolean, now: number): void
  /** In the order in which they were added. */
  list(): JobState[]
  /** The longest failing first. */
  failures(): Failure[]
}

type Kept = Omit<JobState, 'name' | 'nextAt'> & { nextAt: () => number | null }

export function createJobRuns(): JobRuns {
  const jobs = new Map<string, Kept>()
  const jobOf = (name: string): Kept => {
    const known = jobs.get(name) ?? { startedAt: null, endedAt: null, failedSince: null, nextAt: () => null }
    jobs.set(name, known)
    return known
  }
  return {
    schedule(name, nextAt) {
      jobOf(name).nextAt = nextAt
    },
    begin(name, now) {
      const job = jobOf(name)
      job.startedAt = now
      job.endedAt = null
    },
    end(name, isFailed, now) {
      const job = jobOf(name)
      job.endedAt = now
      job.failedSince = isFailed ? (job.failedSince ?? now) : null
    },
    list: () => [...jobs].map(([name, { nextAt, ...job }]) => ({ name, ...job, nextAt: nextAt() })),
    failures: () =>
      [...jobs]
        .flatMap(([name, { failedSince }]) => (failedSince === null ? [] : [{ name, since: failedSince }]))
        .sort((a, b) => a.since - b.since),
  }
}
