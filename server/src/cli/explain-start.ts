import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, resolve } from 'node:path'
import { redact } from '../platform/redact.ts'
import { openingFaultOf } from '../store/dialects/errors.ts'
import { StoreError } from '../store/store-error.ts'

/**
 * Why a command ended, and what to do about a database that does not open, whose address is in `setting`. Contains no
 * password.
 */
export function explainStart(error: unknown, setting = 'SQL_DSN'): string {
  const reason = redact(error instanceof Error ? error.message : String(error))
  const advice = adviceFor(error, setting)
  return advice === null || reason.includes('LOG_SQL_DSN') ? reason : `${reason}\n${advice}`
}

function adviceFor(error: unknown, setting: string): string | null {
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
  if (error instanceof Error && 'syscall' in error && error.syscall === 'mkdir')
    return 'The folder cannot be made. Check its path, and whether the user of this program may write there.'
  const refused = refusedPathOf(error)
  if (refused !== null) return explainRefusedFile(refused)
  if (!(error instanceof StoreError)) return null
  if (error.failure === 'in_use') return 'Stop it, or set another DATA_DIR. Nothing was changed.'
  if (error.failure === 'missing') return 'Set DATA_DIR to the folder of the database, or SQL_DSN to its server.'
  if (error.failure !== 'unreachable') return null
  return (
    `Check that the database server runs, and host, port and options of the address in ${setting}. ` +
    `${setting === 'SQL_DSN' ? '`sluice doctor` checks them too. ' : ''}Nothing was changed.`
  )
}

/** The file that this user may not open; null = another error. */
function refusedPathOf(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error && 'path' in error)) return null
  return error.code === 'EACCES' || error.code === 'EPERM' ? String(error.path) : null
}

/** A file that root left there is the usual cause. */
function explainRefusedFile(path: string): string {
  const folder = dirname(resolve(path))
  return (
    `The user ${nameOfUser()} may not use this file in the folder ${folder}.${describeOwner(path, folder)} Give the ` +
    `folder and its files to the user of the server, as root: chown -R <user> ${folder}. Or run this as their owner.`
  )
}

/** A container may run as a number without a name. */
function nameOfUser(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? '')
  }
}

/** A file that does not exist may not be made in its folder. */
function describeOwner(path: string, folder: string): string {
  const file = uidOf(path)
  if (file !== null) return ` Its owner has the id ${file}.`
  const uid = uidOf(folder)
  return uid === null ? '' : ` The owner of the folder has the id ${uid}.`
}

function uidOf(path: string): number | null {
  try {
    return statSync(path).uid
  } catch {
    return null
  }
}
