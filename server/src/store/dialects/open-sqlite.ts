import { Database as SqliteDatabase } from 'bun:sqlite'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
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
    return database
  } catch (error) {
    throw parseStoreError(error)
  }
}

export interface SqliteHandle {
  database: SqliteDatabase
  /** Releases the file for another server. */
  unlock(): void
}

/** Throws StoreError: `in_use` when another server has the file, `missing` when a command finds none. */
export function openSqlite(path: string, access: StoreAccess): SqliteHandle {
  if (access !== 'serve') {
    if (!existsSync(path)) throw new StoreError('missing', `There is no database at ${resolve(path)}.`)
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
    const isTaken = error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY'
    if (isTaken) throw new StoreError('in_use', `another server is using ${path}`, error)
    throw parseStoreError(error)
  }
  const held = lock
  heldLocks.add(held)
  return () => {
    heldLocks.delete(held)
    held.close()
  }
}
