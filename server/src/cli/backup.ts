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
import { isMissingFile } from '../platform/errno.ts'
import { secretFileName } from '../platform/load-secrets.ts'
import { logDatabaseSettings } from '../platform/log-database-settings.ts'
import { openByPassphrase, sealByPassphrase } from '../platform/passphrase-box.ts'
import { keepOwner, keepPrivate } from '../platform/private-file.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { isCryptoKey } from '../store/check-crypto-key.ts'
import { parseStoreError } from '../store/dialects/errors.ts'
import { lockSqlite, openSqlite, openSqliteConnection } from '../store/dialects/open-sqlite.ts'
import { assertMadeSchema } from '../store/migrate.ts'
import { openDatabase } from '../store/open-database.ts'
import { version } from '../version.ts'

/**
 * The files of a backup. Without the secrets from DATA_DIR, the stored keys cannot be decrypted: they are in a backup
 * only if a passphrase seals them.
 */
const databaseFile = 'sluice.db'
const logFile = 'logs.db'
const sealedFile = 'secrets.sealed'
const secretSettings = ['CRYPTO_SECRET', 'SESSION_SECRET'] as const
const secretFiles = ['crypto-secret', 'session-secret'] as const
const noteFile = 'backup.json'

const backupNote = z.object({
  version: z.string(),
  /** Milliseconds. */
  createdAt: z.number(),
  /** Of the database file, hexadecimal. */
  sha256: z.string(),
  /** Those that are sealed in the backup. */
  secrets: z.array(z.enum(secretFiles)),
  /** Of the file of the log database; absent = there was none. */
  logSha256: z.string().optional(),
})
export type BackupNote = z.infer<typeof backupNote>

/** Whether CRYPTO_SECRET, or the file in its `place`, opens the keys of a database. */
export interface SecretFit {
  fit: 'opens' | 'differs' | 'missing' | 'unreadable'
  place: string
}

/**
 * Copies the embedded database and the file of the log database into the new folder `to`, while the server runs: the
 * copy is one consistent state. With a passphrase it also holds the secrets of DATA_DIR that no setting names, sealed.
 * Throws an Error that says what to do.
 */
export async function backUp(
  config: Config,
  to: string,
  { clock, passphrase = null }: { clock: Clock; passphrase?: string | null },
): Promise<BackupNote & { cryptoSecret: SecretFit }> {
  const path = sqlitePathOf(config, 'pg_dump or mariadb-dump')
  const target = resolve(to)
  if (existsSync(target)) throw new Error(`${target} already exists. Choose a new folder.`)
  await assertHasSchema(path)
  const { database } = openSqlite(path, 'read')
  const unfinished = `${target}.part`
  try {
    await rm(unfinished, { recursive: true, force: true })
    await mkdir(unfinished, { recursive: true, mode: 0o700 })
    const copy = join(unfinished, databaseFile)
    copyDatabase(database, copy)
    keepPrivate(copy)
    const cryptoSecret = await checkFit(unfinished, await findCryptoSecret(config))
    if (passphrase !== null) assertFits(cryptoSecret)
    const secrets = passphrase === null ? [] : await sealSecrets(config, unfinished, passphrase)
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
    return { ...note, cryptoSecret }
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  } finally {
    database.close()
  }
}

/** A database that no server has used has nothing to be kept: the settings name another place. */
async function assertHasSchema(sqlitePath: string): Promise<void> {
  const store = await openDatabase({ dsn: '', sqlitePath, poolMax: 1, access: 'read' })
  try {
    await assertMadeSchema(store)
  } finally {
    await store.close()
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

/** Throws where a sealed secret would not open the backup. */
function assertFits({ fit, place }: SecretFit): void {
  if (fit === 'opens') return
  throw new Error(
    `${describeMisfit({ fit, place })} No backup was made. Run this command with the settings of the server, or without --with-secrets.`,
  )
}

/** Why the secret of the server is not known. */
export function describeMisfit({ fit, place }: SecretFit): string {
  if (fit === 'missing') return `No secret was found: CRYPTO_SECRET is not set, and ${place} does not exist.`
  if (fit === 'unreadable') return `The secret in ${place} cannot be read by this user.`
  return `${place} does not open the keys in this database: it is another secret.`
}

/** A file that lies beside a setting has no effect, and may hold another secret. */
async function sealSecrets(config: Config, to: string, passphrase: string): Promise<BackupNote['secrets']> {
  const from = config.DATA_DIR
  const found = secretSettings
    .filter((name) => config[name] === '')
    .map(secretFileName)
    .filter((name) => existsSync(join(from, name)))
  if (found.length === 0) return []
  const texts = await Promise.all(found.map(async (name) => [name, (await readFile(join(from, name), 'utf8')).trim()]))
  const sealed = await sealByPassphrase(JSON.stringify(Object.fromEntries(texts)), passphrase)
  await writeFile(join(to, sealedFile), `${sealed}\n`, { mode: 0o600 })
  return found
}

/** The secrets of a backup by their names; none if it has none. Throws an Error if they cannot be opened. */
async function openSecrets(from: string, note: BackupNote, passphrase: () => Promise<string>): Promise<Secrets> {
  if (note.secrets.length === 0) return {}
  const path = join(from, sealedFile)
  const sealed = await readFile(path, 'utf8').catch(() => null)
  if (sealed === null)
    throw new Error(
      `${path} is missing: use another backup, or --without-secrets and the secret of the server that was backed up.`,
    )
  const text = await openByPassphrase(sealed.trim(), await passphrase())
  if (text === null)
    throw new Error(
      `The passphrase does not open ${path}, or the file is damaged. Nothing was changed. Give the passphrase of this ` +
        'backup, or --without-secrets and the secret of the server that was backed up.',
    )
  const secrets = storedSecrets.safeParse(parseJson(text))
  if (!secrets.success || note.secrets.some((name) => !secrets.data[name]))
    throw new Error(`${path} is damaged: use another backup.`)
  return secrets.data
}

const storedSecrets = z.partialRecord(z.enum(secretFiles), z.string().min(1))
type Secrets = z.infer<typeof storedSecrets>

/**
 * Restores the backup in the folder `from`; `passphrase` is asked for only if secrets are sealed in it, and null leaves
 * them there. `kept` are the new names of the present files, in their folders. Throws an Error with instructions; then
 * nothing has changed.
 */
export async function restore(
  config: Config,
  from: string,
  { clock, passphrase }: { clock: Clock; passphrase: (() => Promise<string>) | null },
): Promise<BackupNote & { kept: string[] }> {
  const path = sqlitePathOf(config, 'psql or mariadb')
  const note = await readBackup(from)
  const secrets = passphrase === null ? {} : await openSecrets(from, note, passphrase)
  await assertOpens(from, secrets, config)
  const logPath = note.logSha256 === undefined ? null : logPathOf(config)
  const unlock = lockDatabase(path)
  try {
    const unlockLog = logPath === null ? null : lockDatabase(logPath)
    try {
      await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 })
      const suffix = `.before-${new Date(clock.now()).toISOString().replaceAll(':', '-')}`
      // The main database comes last: once it is in place, the rest is.
      const files = [
        ...(await differingSecrets(config.DATA_DIR, secrets)),
        ...(logPath === null ? [] : [{ place: logPath, bring: copyOf(join(from, logFile)) }]),
        { place: path, bring: copyOf(join(from, databaseFile)) },
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

/** A file to restore: `bring` writes it to a path. */
interface IncomingFile {
  place: string
  bring(path: string): Promise<void>
}

const copyOf = (backup: string) => (path: string) => copyFile(backup, path)

/** Brings each file beside its place, so that a full disk is found before anything changes. */
async function copyIncoming(files: readonly IncomingFile[]): Promise<void> {
  try {
    for (const { place, bring } of files) {
      await bring(incomingOf(place))
      keepPrivate(incomingOf(place))
      keepOwner(incomingOf(place), place)
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

/** Reads the note of a backup and checks that its databases are complete. */
async function readBackup(from: string): Promise<BackupNote> {
  const text = await readFile(join(from, noteFile), 'utf8').catch((error: unknown) => {
    if (!isMissingFile(error)) throw error
    throw new Error(`${from} is not a backup: the file ${noteFile} is missing.`)
  })
  const note = backupNote.safeParse(parseJson(text))
  if (!note.success) throw new Error(`${join(from, noteFile)} is damaged: use another backup.`)
  await assertWhole(join(from, databaseFile), note.data.sha256)
  if (note.data.logSha256 !== undefined) await assertWhole(join(from, logFile), note.data.logSha256)
  return note.data
}

/** Checks the secret that counts after the restore: of the environment, of the backup, or that of the folder. */
async function assertOpens(from: string, secrets: Secrets, config: Config): Promise<void> {
  const found = await findCryptoSecret(config)
  const sealed = config.CRYPTO_SECRET === '' ? secrets['crypto-secret'] : undefined
  const { fit, place } = await checkFit(from, sealed ? { place: join(from, sealedFile), secret: sealed } : found)
  if (fit === 'opens' || (fit === 'missing' && (await opensKeys(from, '')))) return
  const reasons = {
    missing: 'it is missing',
    unreadable: 'this user may not read it',
    differs: 'it is another secret',
  }
  throw new Error(
    `${place} does not open the keys in this backup: ${reasons[fit]}. ` +
      'Nothing was changed. Set CRYPTO_SECRET to the secret of the server that was backed up, or put its file ' +
      'crypto-secret into DATA_DIR, and restore again.',
  )
}

interface FoundSecret {
  place: string
  /** '' = there is none; null = this user may not read it. */
  secret: string | null
}

/** The secret that a start would use. */
async function findCryptoSecret({ CRYPTO_SECRET, DATA_DIR }: Config): Promise<FoundSecret> {
  if (CRYPTO_SECRET !== '') return { place: 'CRYPTO_SECRET', secret: CRYPTO_SECRET }
  const place = resolve(DATA_DIR, secretFileName('CRYPTO_SECRET'))
  try {
    return { place, secret: (await readFile(place, 'utf8')).trim() }
  } catch (error) {
    return { place, secret: isMissingFile(error) ? '' : null }
  }
}

/** Compares the secret with the database in the folder of a backup. */
async function checkFit(folder: string, { place, secret }: FoundSecret): Promise<SecretFit> {
  if (secret === null) return { place, fit: 'unreadable' }
  if (secret === '') return { place, fit: 'missing' }
  return { place, fit: (await opensKeys(folder, secret)) ? 'opens' : 'differs' }
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

/** The secrets that are missing or different in the folder. */
async function differingSecrets(folder: string, secrets: Secrets): Promise<IncomingFile[]> {
  const files: IncomingFile[] = []
  for (const name of secretFiles) {
    const text = secrets[name]
    const place = join(folder, name)
    const present = await readFile(place, 'utf8').catch(() => '')
    if (text !== undefined && present.trim() !== text)
      files.push({ place, bring: (path) => writeFile(path, `${text}\n`, { mode: 0o600 }) })
  }
  return files
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
