/** How `serve` runs: as the only process on its port, as the supervisor of workers, or as a worker. */
export type ServeWords =
  | { role: 'alone' }
  | { role: 'supervisor'; count: number }
  /** `isAlone`: no other worker serves the port yet. */
  | { role: 'worker'; number: number; count: number; isAlone: boolean }

const workersMax = 128

/** Parses the arguments of `serve`; null = unknown arguments. Throws for an invalid number of workers. */
export function parseServeWords(words: readonly string[]): ServeWords | null {
  const text = words.join('=')
  if (text === '') return { role: 'alone' }
  const worker = /^--worker=(\d+)\/(\d+)(=--alone)?$/.exec(text)
  if (worker)
    return {
      role: 'worker',
      number: Number(worker[1]),
      count: Number(worker[2]),
      isAlone: worker[3] !== undefined,
    }
  const requested = /^--workers=([^=]*)$/.exec(text)?.[1]
  if (requested === undefined) return null
  const count = /^\d+$/.test(requested) ? Number(requested) : 0
  if (count < 1 || count > workersMax)
    throw new Error(`--workers takes a number from 1 to ${workersMax}, for example the number of processors.`)
  return { role: 'supervisor', count }
}

/** Throws an Error with the alternative if several processes cannot share the port or the database. */
export function assertWorkersArePossible({ SQL_DSN }: { SQL_DSN: string }, platform: string): void {
  if (SQL_DSN === '')
    throw new Error(
      '--workers needs a database server: the embedded database belongs to one process. Set SQL_DSN to a PostgreSQL ' +
        'or MariaDB database, or start without --workers.',
    )
  if (platform !== 'linux')
    throw new Error(
      `--workers needs Linux: on ${platform} the system does not divide the connections of a port among processes. ` +
        'Start one process for each port instead, behind a load balancer.',
    )
}
