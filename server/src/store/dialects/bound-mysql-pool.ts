import type { MysqlPool } from 'kysely'
import type { Pool, PoolConnection, QueryError } from 'mysql2'

interface PoolBounds {
  /** Wait for a connection of the pool. */
  acquireMs: number
  /** Wait for the answer to one statement. */
  answerMs: number
}

/**
 * `pool` for a server that may go silent, which the driver would wait on without end. A connection that owes an answer
 * is closed: nobody knows when the answer comes, and what is asked next would stand behind it.
 */
export function boundMysqlPool(pool: Pool, { acquireMs, answerMs }: PoolBounds): MysqlPool {
  pool.on('connection', (connection) => boundAnswers(connection, answerMs))
  return {
    end: (done) => pool.end(done),
    getConnection(done) {
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        done(new AcquireTimeout(), undefined as never)
      }, acquireMs)
      pool.getConnection((error, connection) => {
        clearTimeout(timer)
        if (isLate) connection?.release()
        else done(error, connection as never)
      })
    },
  }
}

class AcquireTimeout extends Error {
  readonly code = 'ETIMEDOUT'

  constructor() {
    super('no connection of the pool came free')
  }
}

type Answered = (error: QueryError | null, result: unknown) => void

function boundAnswers(connection: PoolConnection, timeout: number): void {
  const query = connection.query.bind(connection) as (...args: unknown[]) => unknown
  const bounded = (sql: string, values: unknown, done: Answered) =>
    query({ sql, values, timeout }, (error: QueryError | null, result: unknown) => {
      if (error?.code === 'PROTOCOL_SEQUENCE_TIMEOUT') connection.destroy()
      done(error, result)
    })
  Object.assign(connection, { query: bounded })
}
