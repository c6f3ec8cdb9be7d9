import type { Database as SqliteDatabase } from 'bun:sqlite'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { parseJson, recordOf } from '@sluice/contract/read-json'
import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { databaseSettings } from '../platform/database-settings.ts'
import { logDatabaseSettings } from '../platform/log-database-settings.ts'
import { keepPrivate } from '../platform/private-file.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { isCryptoKey } from '../store/check-crypto-key.ts'
import { parseStoreError } from '../store/dialects/errors.ts'
import { lockSqlite, openSqlite, openSqliteConnection } from '../store/dialects/open-sqlite.ts'
import { openDatabase } from '../store/open-database.ts'
import { version } from '../version.ts'

/** The files of a backup. Without the secrets from DATA_DIR, the stored keys cannot be decrypted. */
const databaseFile = 'sluice.db'
const logFile = 'logs.db'
const secretFiles = ['crypto-secret', 'session-secret'] as const
const noteFile = 'backup.json'

const backupNote = z.object({
  version: z.string(),
  /** Milliseconds. */
  createdAt: z.number(),
  /** Of the database file, hexadecimal. */
  sha256: z.string(),
  secrets: z.array(z.enum(secretFiles)),
  /** Of the file of the log database; absent = there was none. */
  logSha256: z.string().optional(),
})
export type BackupNote = z.infer<typeof backupNote>

/**
 * Copies the embedded database, the file of the log database, and the secrets beside them into the new folder `to`,
 * while the server runs: the copy is one consistent state. Throws an Error that says what to do.
 */
export async function backUp(config: Config, to: string, clock: Clock): Promise<BackupNote> {
  const path = sqlitePathOf(config, 'pg_dump or mariadb-dump')
  const target = resolve(to)
  if (existsSync(target)) throw new Error(`${target} already exists. Choose a new folder.`)
  const { database } = openSqlite(path, 'read')
  const unfinished = `${target}.part`
  try {
    await rm(unfinished, { recursive: true, force: true })
    await mkdir(unfinished, { recursive: true, mode: 0o700 })
    const copy = join(unfinished, databaseFile)
    copyDatabase(database, copy)
    keepPrivate(copy)
    const secrets = await copySecrets(config.DATA_DIR, unfinished)
    // After the main database: rows that move meanwhile are then in both copies, and in none twice to a reader.
    const hasLog = copyLog(config, join(unfinished, logFile))
    const note = {
      version,
      createdAt: clock.now(),
      sha256: await hashFile(copy),
      secrets,
      ...(hasLog && { logSha256: await hashFile(join(unfinished, logFile)) }),
    }
    await writeFile(join(unfinished, noteFile), `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600 })
    await rename(unfinished, target)
    return note
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  } finally {
    database.close()
  }
}

/** Copies the file of the log database, if the settings name one and it exists. */
function copyLog(config: Config, copy: string): boolean {
  const path = logDatabaseSettings(config)?.sqlitePath ?? ''
  if (path === '' || !existsSync(path)) return false
  const { database } = openSqlite(path, 'read')
  try {
    copyDatabase(database, copy)
    keepPrivate(copy)
    return true
  } finally {
    database.close()
  }
}

function copyDatabase(database: SqliteDatabase, copy: string): void {
  try {
    database.run('vacuum into ?', [copy])
  } catch (error) {
    throw parseStoreError(error)
  }
}

async function copySecrets(from: string, to: string): Promise<BackupNote['secrets']> {
  const found = secretFiles.filter((name) => existsSync(join(from, name)))
  for (const name of found) {
    await copyFile(join(from, name), join(to, name))
    keepPrivate(join(to, name))
  }
  return found
}

/**
 * Restores the backup in the folder `from`. `kept` are the new names of the present files, in their folders. Throws an
 * Error with instructions; then nothing has changed.
 */
export async function restore(config: Config, from: string, clock: Clock): Promise<BackupNote & { kept: string[] }> {
  const path = sqlitePathOf(config, 'psql or mariadb')
  const note = await readBackup(from, config)
  const logPath = note.logSha256 === undefined ? null : logPathOf(config)
  const unlock = lockDatabase(path)
  try {
    const unlockLog = logPath === null ? null : lockDatabase(logPath)
    try {
      await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 })
      const suffix = `.before-${new Date(clock.now()).toISOString().replaceAll(':', '-')}`
      // The main database comes last: once it is in place, the rest is.
      const files = [
        ...(await differingSecrets(config.DATA_DIR, from, note)),
        ...(logPath === null ? [] : [{ place: logPath, backup: join(from, logFile) }]),
        { place: path, backup: join(from, databaseFile) },
      ]
      await copyIncoming(files)
      const kept: string[] = []
      for (const { place } of files) kept.push(...(await setAside(place, suffix)))
      for (const { place } of files) await rename(incomingOf(place), place)
      return { ...note, kept }
    } finally {
      unlockLog?.()
    }
  } finally {
    unlock()
  }
}

/** Where the log database of the backup belongs. */
function logPathOf(config: Config): string {
  const path = logDatabaseSettings(config)?.sqlitePath ?? ''
  if (path === '')
    throw new Error(
      'The backup contains the file of a log database. Set LOG_SQL_DSN to the place for it, sqlite:/path/to/logs.db, and ' +
        'restore again.',
    )
  return path
}

/** Throws while a server uses the file. What its journal holds is moved into it. */
function lockDatabase(path: string): () => void {
  if (!existsSync(path)) return lockSqlite(path)
  const { database, unlock } = openSqlite(path, 'serve')
  database.close()
  return unlock
}

const incomingOf = (path: string) => `${path}.incoming`

/** Copies each `backup` beside its place, so that a full disk is found before anything changes. */
async function copyIncoming(files: readonly { place: string; backup: string }[]): Promise<void> {
  try {
    for (const { place, backup } of files) {
      await copyFile(backup, incomingOf(place))
      keepPrivate(incomingOf(place))
    }
  } catch (error) {
    for (const { place } of files) await rm(incomingOf(place), { force: true })
    throw error
  }
}

/** Keeps a file under another name, with the journal and spill file of a database: they belong to the same state. */
async function setAside(path: string, suffix: string): Promise<string[]> {
  const kept: string[] = []
  for (const old of ['', '-wal', '-shm', '.spill'].map((end) => path + end)) {
    if (!existsSync(old)) continue
    await rename(old, old + suffix)
    kept.push(basename(old) + suffix)
  }
  return kept
}

/** Reads the note of a backup and checks that its database and its secrets are complete, and belong together. */
async function readBackup(from: string, config: Config): Promise<BackupNote> {
  const text = await readFile(join(from, noteFile), 'utf8').catch(() => {
    throw new Error(`${from} is not a backup: the file ${noteFile} is missing.`)
  })
  const note = backupNote.safeParse(parseJson(text))
  if (!note.success) throw new Error(`${join(from, noteFile)} is damaged: use another backup.`)
  await assertWhole(join(from, databaseFile), note.data.sha256)
  if (note.data.logSha256 !== undefined) await assertWhole(join(from, logFile), note.data.logSha256)
  for (const name of note.data.secrets) await assertSecret(from, name, config)
  await assertOpens(from, note.data, config)
  return note.data
}

/** The secret that counts after the restore: of the environment, of the backup, or that of the folder. */
async function assertOpens(from: string, { secrets }: BackupNote, config: Config): Promise<void> {
  const source = secrets.includes('crypto-secret') ? from : config.DATA_DIR
  const file = join(source, 'crypto-secret')
  const secret = config.CRYPTO_SECRET || (await readFile(file, 'utf8').catch(() => '')).trim()
  if (await opensKeys(from, secret)) return
  const place = config.CRYPTO_SECRET !== '' ? 'CRYPTO_SECRET' : file
  throw new Error(
    `${place} does not open the keys in this backup: ${secret === '' ? 'it is missing' : 'it is another secret'}. ` +
      'Nothing was changed. Set CRYPTO_SECRET to the secret of the server that was backed up, and restore again.',
  )
}

/** A secret of the environment counts instead of that of the backup, which may then be a file of no use. */
async function assertSecret(from: string, name: (typeof secretFiles)[number], config: Config): Promise<void> {
  const path = join(from, name)
  const secret = (await readFile(path, 'utf8').catch(() => '')).trim()
  const opens = name !== 'crypto-secret' || config.CRYPTO_SECRET !== '' || (await opensKeys(from, secret))
  if (secret === '' || !opens) throw new Error(`${path} is missing or damaged: use another backup.`)
}

async function opensKeys(from: string, cryptoSecret: string): Promise<boolean> {
  const sqlitePath = join(from, databaseFile)
  const store = await openDatabase({ dsn: '', sqlitePath, poolMax: 1, access: 'read' })
  try {
    // Without a secret, only a database without keys can be opened.
    return (await isCryptoKey(store.db, createSecretBox(cryptoSecret || 'none'))) !== false
  } finally {
    await store.close()
  }
}

async function assertWhole(copy: string, sha256: string): Promise<void> {
  const damaged = new Error(`${copy} is damaged: use another backup.`)
  if (!existsSync(copy) || (await hashFile(copy)) !== sha256) throw damaged
  const database = openSqliteConnection(copy, true)
  try {
    const [row] = database.query('pragma quick_check').all()
    if (recordOf(row).quick_check !== 'ok') throw damaged
  } finally {
    database.close()
  }
}

/** The secrets of the backup that are missing or different in the folder. */
async function differingSecrets(folder: string, from: string, { secrets }: BackupNote) {
  const pairs = secrets.map((name) => ({ place: join(folder, name), backup: join(from, name) }))
  const texts = await Promise.all(
    pairs.map(async ({ place, backup }) => [
      await readFile(place, 'utf8').catch(() => null),
      await readFile(backup, 'utf8'),
    ]),
  )
  return pairs.filter((_, index) => texts[index]?.[0] !== texts[index]?.[1])
}

function sqlitePathOf(config: Config, tool: string): string {
  const { dsn, sqlitePath } = databaseSettings(config)
  if (dsn !== '') throw new Error(`SQL_DSN names a database server. Use its own program: ${tool}.`)
  return resolve(dirname(sqlitePath), basename(sqlitePath))
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(path)) hash.update(bytes)
  return hash.digest('hex')
}
