import { StoreError, type StoreFailure } from '../store-error.ts'

const codesOf = (error: unknown): { code: string; errno: number } => {
  if (typeof error !== 'object' || error === null) return { code: '', errno: 0 }
  const code = 'code' in error ? String(error.code) : ''
  const errno = 'errno' in error && typeof error.errno === 'number' ? error.errno : 0
  return { code, errno }
}

const uniqueCodes = new Set(['23505', 'ER_DUP_ENTRY', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'])

/** Whether a row with the same unique value exists. */
export const isUniqueViolation = (error: unknown): boolean => uniqueCodes.has(codesOf(error).code)

/** PostgreSQL: a statement that was prepared on another connection is unknown, or known already. */
const preparedCodes = new Set(['26000', '42P05'])

export const isPreparedFault = (error: unknown): boolean => preparedCodes.has(codesOf(error).code)

const transientCodes = new Set([
  ...preparedCodes,
  '40001',
  '40P01',
  '55P03',
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  // MariaDB 1020: the row changed between our snapshot and our lock.
  'ER_CHECKREAD',
  'SQLITE_BUSY',
  'SQLITE_BUSY_SNAPSHOT',
])

/** Whether the same transaction, run again, may succeed: deadlock, serialisation failure, lock wait. */
export const isTransient = (error: unknown): boolean => transientCodes.has(codesOf(error).code)

/** Runs `work`, a transaction, again while another one interferes: at most `triesMax` times in all. */
export async function retryTransient<T>(triesMax: number, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work()
    } catch (error) {
      if (attempt >= triesMax || !isTransient(error)) throw error
      // Random waits let one of two colliding transactions go first.
      await Bun.sleep(Math.random() * 5 * attempt)
    }
}

/** MySQL and MariaDB: null, duplicate, out of range, wrong text, too long, out of range in a sum, the CHECK of each. */
const constraintErrnos = new Set([1048, 1062, 1264, 1366, 1406, 1690, 3819, 4025])

/** Whether the data is at fault, not the database: a retry fails again. */
export const isConstraintViolation = (error: unknown): boolean => {
  const { code, errno } = codesOf(error)
  // PostgreSQL: class 22 is data that does not fit, class 23 a constraint.
  if (/^2[23]\w{3}$/.test(code)) return true
  return code.startsWith('SQLITE_CONSTRAINT') || code === 'SQLITE_TOOBIG' || constraintErrnos.has(errno)
}

/**
 * MySQL and MariaDB: the table, the column or the index is there already, the one to remove is not, or the row is
 * there.
 */
const conflictErrnos = new Set([1050, 1060, 1061, 1062, 1051, 1091])

/** Whether a change of the schema finds its work done, or something of the same name in its way. */
export const isSchemaConflict = (error: unknown): boolean => conflictErrnos.has(codesOf(error).errno)

const fullCodes = new Set(['SQLITE_FULL', '53100', 'ER_DISK_FULL', 'ER_RECORD_FILE_FULL', 'ENOSPC'])

const unreachableCodes = new Set([
  // PostgreSQL ended the session, because nothing continued its transaction.
  '25P03',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'ER_CON_COUNT_ERROR',
  'ER_SERVER_SHUTDOWN',
  'ER_CONNECTION_KILLED',
  'ER_STATEMENT_TIMEOUT',
  'ER_QUERY_TIMEOUT',
  'ER_QUERY_INTERRUPTED',
  // PostgreSQL: too many connections, shutting down, starting up, statement timeout.
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '57014',
])

/** Messages of `pg`, which sets no code on a lost or silent connection. */
const lostConnection =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Can't add new command when connection is in closed state|Pool is closed|not queryable/i

const refusedLogins = new Set([
  '28P01',
  '28000',
  'ER_ACCESS_DENIED_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  // ClickHouse: wrong user or password, the same in older versions, not from this address.
  'CLICKHOUSE_516',
  'CLICKHOUSE_192',
  'CLICKHOUSE_193',
  'CLICKHOUSE_195',
])
const absentDatabases = new Set(['3D000', 'ER_BAD_DB_ERROR', 'CLICKHOUSE_81'])
const tlsCodes = new Set([
  'HANDSHAKE_NO_SSL_SUPPORT',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])
/** `pg` sets no code. */
const noTls = /^The server does not support SSL connections$/

/** Why a database server did not open its database; null = another reason. */
export function openingFaultOf(error: unknown): 'login' | 'absent' | 'tls' | null {
  if (error instanceof StoreError) return openingFaultOf(error.cause)
  const { code } = codesOf(error)
  if (refusedLogins.has(code)) return 'login'
  if (absentDatabases.has(code)) return 'absent'
  return tlsCodes.has(code) || (error instanceof Error && noTls.test(error.message)) ? 'tls' : null
}

/** PostgreSQL: no right, a read-only transaction. MySQL and MariaDB: no right to a table, a column, an action. */
const missingRights = new Set([
  '42501',
  '25006',
  'ER_TABLEACCESS_DENIED_ERROR',
  'ER_COLUMNACCESS_DENIED_ERROR',
  'ER_SPECIFIC_ACCESS_DENIED_ERROR',
  'ER_OPTION_PREVENTS_STATEMENT',
  'CLICKHOUSE_497',
  'CLICKHOUSE_164',
])

/** Whether the user of the connection may not do this. */
export const lacksRight = (error: unknown): boolean =>
  error instanceof StoreError ? lacksRight(error.cause) : missingRights.has(codesOf(error).code)

function failureOf(error: unknown): StoreFailure | null {
  const { code, errno } = codesOf(error)
  if (fullCodes.has(code) || errno === 1021) return 'full'
  if (unreachableCodes.has(code) || code.startsWith('08')) return 'unreachable'
  // Also while the server runs: a new connection is refused after its password was changed.
  if (openingFaultOf(error) !== null) return 'unreachable'
  if (code.startsWith('SQLITE_IOERR') || code === 'SQLITE_CANTOPEN' || code === 'SQLITE_READONLY') return 'unreachable'
  return error instanceof Error && lostConnection.test(error.message) ? 'unreachable' : null
}

/** `error` as a StoreError if the database is unreachable, refuses connections or is full; else unchanged. */
export function parseStoreError(error: unknown): unknown {
  if (error instanceof StoreError) return error
  const failure = failureOf(error)
  if (failure === null) return error
  const message = error instanceof Error ? error.message : String(error)
  const cause = failure === 'full' ? 'disk full' : 'database unreachable'
  return new StoreError(failure, openingFaultOf(error) === null ? `${cause}: ${message}` : message, error)
}
