import { Database as SqliteDatabase } from 'bun:sqlite'
import { accessSync, closeSync, constants, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { codeOf, isMissingFile } from '../../platform/errno.ts'
import { keepPrivate, makePrivate } from '../../platform/private-file.ts'
import { StoreError } from '../store-error.ts'
import { parseStoreError } from './errors.ts'

const busyTimeoutMs = 5_000

/**
 * `serve`: the one server process. `read` and `write` are for commands beside a running server; a transaction that
 * writes must be short, because the server waits for it.
 */
export type StoreAccess = 'serve' | 'read' | 'write'

/** A connection with our common settings. Also used by the ledger's writer thread. */
export function openSqliteConnection(path: string, readOnly = false): SqliteDatabase {
  try {
    const database = new SqliteDatabase(path, readOnly ? { readonly: true } : { create: true })
    database.run(`pragma busy_timeout = ${busyTimeoutMs}`)
    database.run('pragma foreign_keys = on')
    if (!readOnly) {
      database.run('pragma journal_mode = wal')
      database.run('pragma synchronous = full')
    }
    // SQLite reads the file with the first statement that needs it.
    else database.run('pragma schema_version')
    return database
  } catch (error) {
    throw parseOpeningError(error, path, readOnly)
  }
}

/** SQLite has one code for most faults of files. The error of the file system names the path. */
function parseOpeningError(error: unknown, path: string, readOnly: boolean): unknown {
  const code = codeOf(error)
  if (code === 'SQLITE_NOTADB')
    return new StoreError('unusable_file', `${resolve(path)} is not an SQLite database.`, error)
  if (code.startsWith('SQLITE_CORRUPT'))
    return new StoreError('unusable_file', `${resolve(path)} is damaged: ${messageOf(error)}.`, error)
  try {
    closeSync(openSync(path, readOnly ? 'r' : 'r+'))
    if (statSync(path).isDirectory()) return Object.assign(new Error(`${path} is a folder`), { code: 'EISDIR', path })
    // The journal is beside the file, also for readers.
    accessSync(dirname(path), constants.W_OK)
  } catch (fault) {
    return fault
  }
  return parseStoreError(error)
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export interface SqliteHandle {
  database: SqliteDatabase
  /** Releases the file for another server. */
  unlock(): void
}

/** Throws StoreError: `in_use` when another server has the file, `missing` when a command finds none. */
export function openSqlite(path: string, access: StoreAccess): SqliteHandle {
  if (access !== 'serve') {
    assertExists(path)
    return { database: openSqliteConnection(path, access === 'read'), unlock: () => {} }
  }
  const unlock = lockSqlite(path)
  try {
    makePrivate(path)
    for (const beside of ['-wal', '-shm']) keepPrivate(path + beside)
    return { database: openSqliteConnection(path), unlock }
  } catch (error) {
    unlock()
    throw error
  }
}

/** A file that this user may not see is not missing. */
function assertExists(path: string): void {
  try {
    statSync(path)
  } catch (error) {
    throw isMissingFile(error) ? new StoreError('missing', `There is no database at ${resolve(path)}.`) : error
  }
}

/** A connection without a reference is garbage-collected, and its lock with it. */
const heldLocks = new Set<SqliteDatabase>()

/**
 * Allows one server a file, by an exclusive transaction that stays open on a file beside it. The operating system holds
 * the lock, so it ends with the process, however the process ends. Makes the folder, but not the file. Throws
 * StoreError `in_use`.
 */
export function lockSqlite(path: string): () => void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  let lock: SqliteDatabase | undefined
  try {
    makePrivate(`${path}.lock`)
    lock = new SqliteDatabase(`${path}.lock`, { create: true })
    lock.run('begin exclusive')
  } catch (error) {
    lock?.close()
    if (codeOf(error) === 'SQLITE_BUSY') throw new StoreError('in_use', `another server is using ${path}`, error)
    throw parseStoreError(error)
  }
  const held = lock
  heldLocks.add(held)
  return () => {
    heldLocks.delete(held)
    held.close()
  }
}
