import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import { parseDatabaseNumber } from './integers.ts'

const int8 = 20
const numeric = 1700
const timeoutMs = 5_000

export interface PoolOptions {
  dsn: string
  poolMax: number
  /** Called when an idle connection breaks. The pool replaces it. */
  onConnectionError(error: Error): void
}

export function createPostgresDialect({ dsn, poolMax, onConnectionError }: PoolOptions): Dialect {
  const types: pg.CustomTypesConfig = {
    // Sums of 64-bit columns are `numeric` there.
    getTypeParser: ((oid: number, format?: 'text') =>
      oid === int8 || oid === numeric
        ? parseDatabaseNumber
        : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
  }
  const pool = new pg.Pool({
    connectionString: dsn,
    max: poolMax,
    connectionTimeoutMillis: timeoutMs,
    statement_timeout: timeoutMs,
    // A server that went silent does not time out statements itself.
    query_timeout: 2 * timeoutMs,
    Client: ClosingClient,
    keepAlive: true,
    options: '-c timezone=UTC',
    application_name: 'sluice',
    types,
  })
  pool.on('error', onConnectionError)
  // biome-ignore lint/suspicious/noExplicitAny: pg's overloads of `query` do not match Kysely's narrower interface.
  return new PostgresDialect({ pool: pool as any })
}

/**
 * Closes a connection that owes an answer: nobody knows when it comes, and what is asked next would stand behind it. The
 * pool takes no closed one back.
 */
class ClosingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg's overloads; all that is used here gives a promise.
  override query(...args: any[]): any {
    const answer: unknown = super.query(...(args as Parameters<pg.Client['query']>))
    if (answer instanceof Promise)
      answer.catch((error: unknown) => {
        if (isReadTimeout(error)) this.end().catch(() => {})
      })
    return answer
  }
}

const isReadTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'
