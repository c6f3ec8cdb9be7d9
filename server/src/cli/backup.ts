import type { Database as SqliteDatabase } from 'bun:sqlite'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { databaseSettings } from '../platform/database-settings.ts'
import { keepPrivate } from '../platform/private-file.ts'
import { parseStoreError } from '../store/dialects/errors.ts'
import { openSqlite, openSqliteConnection } from '../store/dialects/open-sqlite.ts'
import { version } from '../version.ts'

/** The files of a backup. The secrets are those that DATA_DIR keeps: without them the stored keys cannot be read. */
const databaseFile = 'sluice.db'
const secretFiles = ['crypto-secret', 'session-secret'] as const
const noteFile = 'backup.json'

const backupNote = z.object({
  version: z.string(),
  /** Milliseconds. */
  createdAt: z.number(),
  /** Of the database file, hexadecimal. */
  sha256: z.string(),
  secrets: z.array(z.enum(secretFiles)),
})
export type BackupNote = z.infer<typeof backupNote>

/**
 * Copies the embedded database and the secrets beside it into the new folder `to`, while the server runs: the copy is
 * one consistent state. Throws an Error that says what to do.
 */
export async function backUp(config: Config, to: string, clock: Clock): Promise<BackupNote> {
  const path = sqlitePathOf(config, 'pg_dump or mariadb-dump')
  const target = resolve(to)
  if (existsSync(target)) throw new Error(`${target} exists already. Name a folder that does not.`)
  const { database } = openSqlite(path, 'read')
  const unfinished = `${target}.part`
  try {
    await rm(unfinished, { recursive: true, force: true })
    await mkdir(unfinished, { recursive: true, mode: 0o700 })
    const copy = join(unfinished, databaseFile)
    copyDatabase(database, copy)
    keepPrivate(copy)
    const secrets = await copySecrets(config.DATA_DIR, unfinished)
    const note = { version, createdAt: clock.now(), sha256: await hashFile(copy), secrets }
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
 * Puts the backup in the folder `from` back. `kept` are the names under which the present files stay, beside their places. Throws an Error that says what to do; nothing has changed then.
 */
export async function restore(
  config: Config,
  from: string,
  clock: Clock,
): Promise<BackupNote & { kept: string[] }> {
  const path = sqlitePathOf(config, 'psql or mariadb')
  const note = await readBackup(from)
  const existed = existsSync(path)
  // Throws while a server uses the file.
  const { database, unlock } = openSqlite(path, 'serve')
  database.close()
  try {
    await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 })
    const suffix = `.before-${new Date(clock.now()).toISOString().replaceAll(':', '-')}`
    const incoming = `${path}.incoming`
    await copyFile(join(from, databaseFile), incoming)
    keepPrivate(incoming)
    const secrets = await differingSecrets(config.DATA_DIR, from, note)
    const kept: string[] = []
    // The journal and the spill file belong to the state that is replaced.
    for (const old of [
      ...['', '-wal', '-shm', '.spill'].map((end) => path + end),
      ...secrets.map(({ place }) => place),
    ])
      if (existsSync(old)) {
        // Where there was no database, taking the lock made an empty one.
        if (!existed && old.startsWith(path)) await rm(old)
        else kept.push(await keepAs(old, suffix))
      }
    for (const { place, backup } of secrets) {
      await copyFile(backup, place)
      keepPrivate(place)
    }
    await rename(incoming, path)
    return { ...note, kept }
  } finally {
    unlock()
  }
}

async function keepAs(old: string, suffix: string): Promise<string> {
  await rename(old, old + suffix)
  return basename(old) + suffix
}

/** Reads the note of a backup and proves that its database is whole. */
async function readBackup(from: string): Promise<BackupNote> {
  const text = await readFile(join(from, noteFile), 'utf8').catch(() => {
    throw new Error(`${from} is no backup: it has no ${noteFile}.`)
  })
  const note = backupNote.safeParse(JSON.parse(text))
  if (!note.success) throw new Error(`${join(from, noteFile)} cannot be read.`)
  const copy = join(from, databaseFile)
  const damaged = new Error(`${copy} is damaged: use another backup.`)
  if (!existsSync(copy) || (await hashFile(copy)) !== note.data.sha256) throw damaged
  const database = openSqliteConnection(copy, true)
  try {
    const rows = database.query('pragma quick_check').all() as { quick_check: string }[]
    if (rows[0]?.quick_check !== 'ok') throw damaged
  } finally {
    database.close()
  }
  return note.data
}

/** The secrets of the backup that the folder lacks or has otherwise. */
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
  for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer)
  return hash.digest('hex')
}
