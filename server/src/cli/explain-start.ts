import { explainFile } from '../doctor/explain-file.ts'
import { textsOf } from '../doctor/finding.ts'
import { codeOf } from '../platform/errno.ts'
import { redact } from '../platform/redact.ts'
import { lacksRight, openingFaultOf } from '../store/dialects/errors.ts'
import { StoreError } from '../store/store-error.ts'

/**
 * Why a command ended, and what to do about a database that does not open, whose address is in `setting`. Contains no
 * password.
 */
export function explainStart(error: unknown, setting = 'SQL_DSN'): string {
  const file = isNewFolder(error) ? null : explainFile(error)
  if (file !== null) return Object.values(textsOf(file, 'en')).join('\n')
  const reason = redact(error instanceof Error ? error.message : String(error))
  const advice = adviceFor(error, setting)
  return advice === null || reason.includes('LOG_SQL_DSN') ? reason : `${reason}\n${advice}`
}

/** What to do about a database that cannot be used, whose address is in `setting`; null = nothing is known. */
export function adviceFor(error: unknown, setting: string): string | null {
  const fault = openingFaultOf(error)
  if (fault === 'login')
    return `The database server refuses the login. Check user, password and database in ${setting}. Nothing was changed.`
  if (fault === 'absent')
    return setting === 'SQL_DSN'
      ? 'Create this database, empty, or name another one in SQL_DSN. Nothing was changed.'
      : `Name an existing database in ${setting}. Nothing was changed.`
  if (fault === 'tls')
    return (
      `${setting} asks for TLS. Set up TLS at the database server with a certificate that this machine trusts. For an ` +
      'authority of your own, add &sslrootcert=<file of its certificate> to the address (PostgreSQL), or set ' +
      'NODE_EXTRA_CA_CERTS=<file> in the environment. Or leave the option out. Nothing was changed.'
    )
  if (lacksRight(error))
    return `Give the user in ${setting} the right to create tables in this database and to write to them, or name another user.`
  if (isNewFolder(error))
    return 'The folder cannot be made. Check its path, and whether the user of this program may write there.'
  if (codeOf(error).startsWith('SQLITE_CORRUPT')) return damagedAdvice
  if (!(error instanceof StoreError)) return null
  if (error.failure === 'in_use') return 'Stop it, or set another DATA_DIR. Nothing was changed.'
  if (error.failure === 'missing') return 'Set DATA_DIR to the folder of the database, or SQL_DSN to its server.'
  if (error.failure === 'no_schema')
    return 'Start the server once with it (`sluice serve`), or name the database of the site: DATA_DIR is its folder, SQL_DSN its server. Nothing was changed.'
  if (error.failure === 'not_migrated')
    return 'Back it up and start the server once: it migrates the database. Nothing was changed.'
  if (error.failure === 'unusable_file') return damagedAdvice
  if (error.failure !== 'unreachable') return null
  if (codeOf(error.cause).startsWith('SQLITE_'))
    return 'Check the disk of the database, and that nothing else uses its files.'
  return (
    `Check that the database server runs, and host, port and options of the address in ${setting}. ` +
    `${setting === 'SQL_DSN' ? '`sluice doctor` checks them too. ' : ''}Nothing was changed.`
  )
}

const damagedAdvice =
  'Set DATA_DIR or SQLITE_PATH to the database of the site, or restore a backup of it (`sluice restore`).'

const isNewFolder = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && error.syscall === 'mkdir'
