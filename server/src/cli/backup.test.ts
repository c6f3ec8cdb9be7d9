import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig } from '../platform/config.ts'
import { databaseSettings } from '../platform/database-settings.ts'
import { loadSecrets } from '../platform/load-secrets.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { createManualClock } from '../platform/test-clock.ts'
import { migrate } from '../store/migrate.ts'
import { openDatabase, type Store } from '../store/open-database.ts'
import { readOptionText, writeOptionText } from '../store/options.ts'
import { backUp, restore } from './backup.ts'

let folder: string
const stores: Store[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-backup-test-'))
})
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const clock = createManualClock(Date.UTC(2026, 10, 22))
const configOf = (name: string) => parseConfig({ DATA_DIR: join(folder, name) })

async function open(name: string): Promise<Store> {
  const store = await openDatabase(databaseSettings(configOf(name)))
  await migrate(store)
  stores.push(store)
  return store
}

async function close(store: Store): Promise<void> {
  stores.splice(stores.indexOf(store), 1)
  await store.close()
}

const write = ({ db }: Store, value: string) =>
  writeOptionText(db, { name: 'SystemName', value, updatedAt: 1 })
const readName = ({ db }: Store) => readOptionText(db, 'SystemName')

test('a backup that was made while the server writes is restored elsewhere, secrets included', async () => {
  const store = await open('site')
  const box = createSecretBox(loadSecrets(configOf('site')).cryptoSecret)
  await write(store, box.seal('the key', 'place'))
  const sealed = await readName(store)
  const writing = (async () => {
    for (let count = 0; count < 50; count++)
      await writeOptionText(store.db, { name: `row ${count}`, value: 'x'.repeat(1_000), updatedAt: 1 })
  })()
  const to = join(folder, 'backup')
  const [note] = await Promise.all([backUp(configOf('site'), to, clock), writing])
  expect(note).toMatchObject({ createdAt: clock.now(), secrets: ['crypto-secret', 'session-secret'] })
  expect(readdirSync(to).filter((name) => (statSync(join(to, name)).mode & 0o777) !== 0o600)).toEqual([])
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])

  expect(await restore(configOf('other'), to, clock)).toMatchObject({ kept: [] })
  const other = await open('other')
  expect(await readName(other)).toBe(sealed)
  const otherBox = createSecretBox(loadSecrets(configOf('other')).cryptoSecret)
  expect(otherBox.open(sealed ?? '', 'place')).toBe('the key')
})

test('a restore keeps the present files under other names', async () => {
  const store = await open('site')
  loadSecrets(configOf('site'))
  await write(store, 'before')
  const to = join(folder, 'backup')
  await backUp(configOf('site'), to, clock)
  await write(store, 'after')
  await close(store)
  writeFileSync(join(folder, 'site', 'sluice.db.spill'), 'operations of the state that is replaced')
  const { kept } = await restore(configOf('site'), to, clock)
  const suffix = '.before-2026-11-22T00-00-00.000Z'
  expect(kept).toEqual(expect.arrayContaining([`sluice.db${suffix}`, `sluice.db.spill${suffix}`]))
  expect(await readName(await open('site'))).toBe('before')
  expect(existsSync(join(folder, 'site', 'sluice.db.spill'))).toBe(false)
})

test('a restore is refused while a server runs, and changes nothing', async () => {
  const store = await open('site')
  await write(store, 'before')
  const to = join(folder, 'backup')
  await backUp(configOf('site'), to, clock)
  await write(store, 'after')
  const names = readdirSync(join(folder, 'site'))
  await expect(restore(configOf('site'), to, clock)).rejects.toThrow('another server is using')
  expect(readdirSync(join(folder, 'site'))).toEqual(names)
  expect(await readName(store)).toBe('after')
})

test('a damaged backup, and a folder that is none, are refused', async () => {
  await open('site')
  const to = join(folder, 'backup')
  await backUp(configOf('site'), to, clock)
  const bytes = readFileSync(join(to, 'sluice.db'))
  writeFileSync(join(to, 'sluice.db'), bytes.subarray(0, bytes.length - 4_096))
  await expect(restore(configOf('other'), to, clock)).rejects.toThrow('is damaged: use another backup')
  await expect(restore(configOf('other'), folder, clock)).rejects.toThrow('it has no backup.json')
  expect(existsSync(join(folder, 'other'))).toBe(false)
})

test('a backup needs a new folder and the embedded database', async () => {
  await open('site')
  await expect(backUp(configOf('site'), folder, clock)).rejects.toThrow('exists already')
  const onServer = parseConfig({ DATA_DIR: folder, SQL_DSN: 'postgres://db.example/sluice' })
  await expect(backUp(onServer, join(folder, 'backup'), clock)).rejects.toThrow('pg_dump')
})
