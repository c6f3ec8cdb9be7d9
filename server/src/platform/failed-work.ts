/** A scheduled work whose last run failed. */
export interface Failure {
  name: string
  /** When the first of the failed runs in a row failed, in milliseconds. */
  since: number
}

/** What failed of the scheduled work of this node. In memory: a restart begins without failures. */
export interface FailedWork {
  /** The outcome of a run. */
  note(name: string, isFailed: boolean, now: number): void
  /** The longest failing first. */
  list(): Failure[]
}

export function createFailedWork(): FailedWork {
  const since = new Map<string, number>()
  return {
    note(name, isFailed, now) {
      if (!isFailed) since.delete(name)
      else if (!since.has(name)) since.set(name, now)
    },
    list: () => [...since].map(([name, at]) => ({ name, since: at })).sort((a, b) => a.since - b.since),
  }
}
