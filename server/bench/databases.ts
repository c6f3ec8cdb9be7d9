import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMariadb, startPostgres } from '../../scripts/test-services.ts'

/** A database server for this bench alone. */
export interface DatabaseServer {
  engine: 'PostgreSQL' | 'MariaDB'
  pid: number
  /** The address of its first database. */
  url: string
  stop(): Promise<void>
}

const kinds = {
  postgres: { engine: 'PostgreSQL', variable: 'TEST_POSTGRES_URL', start: startPostgres },
  mysql: { engine: 'MariaDB', variable: 'TEST_MYSQL_URL', start: startMariadb },
} as const

/** Starts `postgres` or `mysql`, and makes it the server on which test databases are created. */
export async function startDatabase(kind: string): Promise<DatabaseServer> {
  if (kind !== 'postgres' && kind !== 'mysql') throw new Error(`no such database: ${kind} (postgres, mysql)`)
  const { engine, variable, start } = kinds[kind]
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'))
  chmodSync(folder, 0o711)
  const server = await start(join(folder, kind))
  if (typeof server === 'string') throw new Error(server)
  process.env[variable] = server.url
  return {
    engine,
    pid: server.pid,
    url: server.url,
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
