import { recordOf } from '@sluice/contract/read-json'
import { CompiledQuery, type DatabaseConnection, type Dialect, MysqlDialect } from 'kysely'
import { type ConnectionOptions, createConnection, createPool, type TypeCastField, type TypeCastNext } from 'mysql2'
import { parseMysqlDsn } from '../../platform/database-address.ts'
import { boundMysqlPool } from './bound-mysql-pool.ts'
import { parseDatabaseNumber } from './integers.ts'
import type { PoolOptions } from './postgres-dialect.ts'
import { createSilenceWatch, probeAfterMs, probeTimeoutMs } from './silence-watch.ts'

const timeoutMs = 5_000
const connectMs = 3_000
/** The longest time of a timer: 24 days. */
const longestTimer = 2 ** 31 - 1

export function createMysqlDialect(options: PoolOptions): Dialect {
  const { dsn, poolMax, sendsTogether = false, isPatient = false, onConnectionError } = options
  const { host, port, user, password, database, isTls, socketPath } = parseMysqlDsn(dsn)
  const address = {
    ...(socketPath === null ? { host, port } : { socketPath }),
    user,
    password,
    database,
    ...(isTls ? { ssl: {} } : {}),
  }
  const pool = createPool({
    ...address,
    connectionLimit: poolMax,
    // Until then an attempt occupies a place of the pool, also after its callers have given up.
    connectTimeout: connectMs,
    enableKeepAlive: true,
    charset: 'utf8mb4',
    timezone: 'Z',
    // An object as a parameter is sent as text, never as `key = value` pairs.
    stringifyObjects: true,
    // Off elsewhere, so that text which reaches a statement unbound cannot add another.
    multipleStatements: sendsTogether,
    typeCast: castNumber,
  })
  pool.on('connection', (connection) => connection.on('error', onConnectionError))
  const watch = createSilenceWatch({ afterMs: probeAfterMs, probe: () => answersNow(address) })
  const answerMs = isPatient ? longestTimer : 2 * timeoutMs
  const bounded = boundMysqlPool(pool, { acquireMs: timeoutMs, answerMs, watch })
  const statementMs = isPatient ? 0 : timeoutMs
  return new MysqlDialect({
    pool: bounded,
    onCreateConnection: (connection) => prepareSession(connection, statementMs),
  })
}

/** Whether the server answers on a fresh connection. A refusal is an answer, too. */
function answersNow(address: ConnectionOptions): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const connection = createConnection({ ...address, connectTimeout: probeTimeoutMs })
  // The driver limits the time for the greeting, this limits the time for the answer.
  const timer = setTimeout(() => resolve(false), 2 * probeTimeoutMs)
  connection.on('error', (error) => resolve(error.code !== 'ETIMEDOUT'))
  connection.query('select 1', (error) => resolve(error?.code !== 'ETIMEDOUT'))
  return promise.finally(() => {
    clearTimeout(timer)
    connection.destroy()
  })
}

function castNumber(field: TypeCastField, next: TypeCastNext): unknown {
  if (field.type !== 'LONGLONG' && field.type !== 'NEWDECIMAL') return next()
  const text = field.string()
  return text === null ? null : parseDatabaseNumber(text)
}

/** Backslash escapes stay on: the driver's own quoting of parameters relies on them. */
const sessionSettings = [
  `sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION,ONLY_FULL_GROUP_BY,ANSI_QUOTES,PIPES_AS_CONCAT'`,
  `time_zone = '+00:00'`,
  `session transaction isolation level read committed`,
  `innodb_lock_wait_timeout = 5`,
]

/** `statementMs`: 0 = no limit. */
async function prepareSession(connection: DatabaseConnection, statementMs: number): Promise<void> {
  const run = (text: string) => connection.executeQuery(CompiledQuery.raw(text))
  for (const setting of sessionSettings)
    await run(setting.startsWith('session ') ? `set ${setting}` : `set session ${setting}`)
  const { rows } = await run('select version() as version')
  const isMariaDb = /mariadb/i.test(String(recordOf(rows[0]).version))
  await run(
    isMariaDb
      ? `set session max_statement_time = ${statementMs / 1000}`
      : `set session max_execution_time = ${statementMs}`,
  )
  // A process that freezes within a transaction must not keep its locks. MySQL has no such setting.
  if (isMariaDb) await run(`set session idle_transaction_timeout = ${Math.ceil((2 * statementMs) / 1000)}`)
}
