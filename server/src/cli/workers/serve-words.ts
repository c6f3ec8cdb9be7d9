/** How `serve` runs: as the only process on its port, as the one that starts workers, or as a worker. */
export type ServeWords =
  | { role: 'alone' }
  | { role: 'supervisor'; count: number }
  | { role: 'worker'; number: number; count: number }

const workersMax = 128

/** The words after `serve`; null where they are no such command. Throws for a number of workers that cannot be used. */
export function parseServeWords(words: readonly string[]): ServeWords | null {
  const text = words.join('=')
  if (text === '') return { role: 'alone' }
  const worker = /^--worker=(\d+)\/(\d+)$/.exec(text)
  if (worker) return { role: 'worker', number: Number(worker[1]), count: Number(worker[2]) }
  const asked = /^--workers=([^=]*)$/.exec(text)?.[1]
  if (asked === undefined) return null
  const count = /^\d+$/.test(asked) ? Number(asked) : 0
  if (count < 1 || count > workersMax)
    throw new Error(`--workers takes a number from 1 to ${workersMax}, such as that of the processors.`)
  return { role: 'supervisor', count }
}

/** Throws, with the alternative, where several processes cannot share a port or a database. */
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
