import type { MysqlPool } from 'kysely'
import type { Pool, PoolConnection, QueryError } from 'mysql2'
import type { SilenceWatch } from './silence-watch.ts'

interface PoolBounds {
  /** Time to wait for a connection of the pool. */
  acquireMs: number
  /** Time to wait for the answer to one statement. */
  answerMs: number
  watch: SilenceWatch
}

/**
 * `pool` with bounds for a silent server, on which the driver would wait without end. A connection with an outstanding
 * answer is closed, because the answer may still come, and the next statement would wait behind it.
 */
export function boundMysqlPool(pool: Pool, { acquireMs, answerMs, watch }: PoolBounds): MysqlPool {
  pool.on('connection', (connection) => boundAnswers(connection, answerMs, watch))
  return {
    // A connection that fails while it is being closed is still closed.
    end: (done) => pool.end(() => done(undefined)),
    getConnection(done) {
      let isLate = false
      const giveUp = (error: Error) => {
        isLate = true
        finish()
        // The type requires both an error and a connection; the callback gets only one of them.
        done(error, undefined as never)
      }
      const timer = setTimeout(() => giveUp(new AcquireTimeout()), acquireMs)
      // A silent server does not complete a new connection either.
      const answered = watch.sent({ close: () => giveUp(new SilentServer()) })
      const finish = () => {
        clearTimeout(timer)
        answered()
      }
      pool.getConnection((error, connection) => {
        if (isLate) return connection?.release()
        finish()
        // As above: only one of the two.
        done(error, connection as never)
      })
    },
  }
}

class AcquireTimeout extends Error {
  readonly code = 'ETIMEDOUT'

  constructor() {
    super('no connection of the pool became free')
  }
}

class SilentServer extends Error {
  readonly code = 'ETIMEDOUT'

  constructor() {
    super('the database server does not answer')
  }
}

type Answered = (error: Pick<QueryError, 'code'> | null, result: unknown) => void

function boundAnswers(connection: PoolConnection, timeout: number, watch: SilenceWatch): void {
  // The driver's overloads do not cover a call with arguments that are passed on.
  const query = connection.query.bind(connection) as (...args: unknown[]) => unknown
  const bounded = (sql: string, values: unknown, done: Answered) => {
    let isOver = false
    const end: Answered = (error, result) => {
      if (isOver) return
      isOver = true
      answered()
      done(error, result)
    }
    // The driver does not fail waiting statements when their connection is closed.
    const close = () => {
      connection.destroy()
      end(new SilentServer(), undefined)
    }
    const answered = watch.sent({ close })
    return query({ sql, values, timeout }, (error: QueryError | null, result: unknown) => {
      if (error?.code === 'PROTOCOL_SEQUENCE_TIMEOUT') connection.destroy()
      end(error, result)
    })
  }
  Object.assign(connection, { query: bounded })
}
