import { afterEach, beforeEach, expect, test } from 'bun:test'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addChannel } from '../ledger/test-accounts.ts'
import { parseConfig } from '../platform/config.ts'
import { databaseSettings } from '../platform/database-settings.ts'
import { loadSecrets } from '../platform/load-secrets.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { createManualClock } from '../platform/test-clock.ts'
import { channelKeySealContext } from '../state/load-channels.ts'
import { checkCryptoKey } from '../store/check-crypto-key.ts'
import { createLogStore } from '../store/log-store/open-log-store.ts'
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
const passphrase = 'a long passphrase of people'
/** A backup with the secrets of the folder, and a restore that knows the passphrase. */
const sealing = { clock, passphrase }
const opening = { clock, passphrase: () => Promise.resolve(passphrase) }
/** The same without secrets. */
const plain = { clock, passphrase: null }
const buildConfig = (name: string) => parseConfig({ DATA_DIR: join(folder, name) })

async function open(name: string): Promise<Store> {
  const store = await openDatabase(databaseSettings(buildConfig(name)))
  await migrate(store)
  stores.push(store)
  return store
}

async function close(store: Store): Promise<void> {
  stores.splice(stores.indexOf(store), 1)
  await store.close()
}

const writeName = ({ db }: Store, value: string) => writeOptionText(db, { name: 'SystemName', value, updatedAt: 1 })
const readName = ({ db }: Store) => readOptionText(db, 'SystemName')

test('a backup made while the server writes can be restored elsewhere, with its sealed secrets', async () => {
  const store = await open('site')
  const box = createSecretBox(loadSecrets(buildConfig('site')).cryptoSecret)
  await checkCryptoKey(store.db, box, clock)
  await store.db
    .updateTable('channels')
    .set({ key_box: box.seal('sk-of-the-channel', channelKeySealContext) })
    .where('id', '=', await addChannel(store))
    .execute()
  const writing = (async () => {
    for (let count = 0; count < 50; count++)
      await writeOptionText(store.db, { name: `row ${count}`, value: 'x'.repeat(1_000), updatedAt: 1 })
  })()
  const to = join(folder, 'backup')
  const [note] = await Promise.all([backUp(buildConfig('site'), to, sealing), writing])
  expect(note).toMatchObject({ createdAt: clock.now(), secrets: ['crypto-secret', 'session-secret'] })
  expect(readdirSync(to).filter((name) => (statSync(join(to, name)).mode & 0o777) !== 0o600)).toEqual([])
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])

  expect(await restore(buildConfig('other'), to, opening)).toMatchObject({ kept: [] })
  const other = await open('other')
  const { key_box } = await other.db.selectFrom('channels').select('key_box').executeTakeFirstOrThrow()
  const otherBox = createSecretBox(loadSecrets(buildConfig('other')).cryptoSecret)
  expect(otherBox.open(key_box, channelKeySealContext)).toBe('sk-of-the-channel')
  expect(loadSecrets(buildConfig('other'))).toEqual(loadSecrets(buildConfig('site')))
})

test('the folder of a backup alone opens nothing, sealed or not', async () => {
  const store = await open('site')
  const { cryptoSecret, sessionSecret } = loadSecrets(buildConfig('site'))
  await checkCryptoKey(store.db, createSecretBox(cryptoSecret), clock)
  for (const [name, how] of [
    ['plain', plain],
    ['sealed', sealing],
  ] as const) {
    const to = join(folder, name)
    await backUp(buildConfig('site'), to, how)
    for (const file of readdirSync(to))
      for (const secret of [cryptoSecret, sessionSecret, passphrase])
        expect(readFileSync(join(to, file)).includes(secret)).toBe(false)
    expect(readdirSync(to)).not.toContain('crypto-secret')
    await expect(restore(buildConfig('other'), to, plain)).rejects.toThrow('crypto-secret does not open the keys')
    const wrong = { clock, passphrase: () => Promise.resolve('another passphrase') }
    await expect(restore(buildConfig('other'), to, wrong)).rejects.toThrow('Nothing was changed.')
    expect(existsSync(join(folder, 'other'))).toBe(false)
  }
})

test('a backup without secrets is restored where its secret is, and asks for no passphrase', async () => {
  const store = await open('site')
  const { cryptoSecret } = loadSecrets(buildConfig('site'))
  await checkCryptoKey(store.db, createSecretBox(cryptoSecret), clock)
  await writeName(store, 'of the backup')
  const to = join(folder, 'backup')
  expect(await backUp(buildConfig('site'), to, plain)).toMatchObject({ secrets: [] })
  const unasked = { clock, passphrase: () => Promise.reject(new Error('asked')) }
  const config = parseConfig({ DATA_DIR: join(folder, 'other'), CRYPTO_SECRET: cryptoSecret })
  await restore(config, to, unasked)
  expect(await readName(await open('other'))).toBe('of the backup')
})

test('a secret that a setting names is not sealed, even if a file of its name lies in the folder', async () => {
  const store = await open('site')
  loadSecrets(buildConfig('site'))
  const settings = { CRYPTO_SECRET: 'Zx9Kq2LmNp4RtVw8Yb', SESSION_SECRET: 'Qw7Er5Ty3Ui1Op9As' }
  const { CRYPTO_SECRET } = settings
  await checkCryptoKey(store.db, createSecretBox(CRYPTO_SECRET), clock)
  const configWith = (more: Record<string, string>) => parseConfig({ DATA_DIR: join(folder, 'site'), ...more })
  const cryptoSecret = { fit: 'opens', place: 'CRYPTO_SECRET' } as const
  expect(await backUp(configWith(settings), join(folder, 'both'), sealing)).toMatchObject({ secrets: [], cryptoSecret })
  expect(readdirSync(join(folder, 'both'))).not.toContain('secrets.sealed')
  expect(await backUp(configWith({ CRYPTO_SECRET }), join(folder, 'one'), sealing)).toMatchObject({
    secrets: ['session-secret'],
    cryptoSecret,
  })
})

test('a secret that does not open the database is never sealed, and a missing one is reported', async () => {
  const store = await open('site')
  await checkCryptoKey(store.db, createSecretBox('the right secret'), clock)
  const to = join(folder, 'backup')
  const place = join(folder, 'site', 'crypto-secret')
  await expect(backUp(buildConfig('site'), to, sealing)).rejects.toThrow('No secret was found')
  expect((await backUp(buildConfig('site'), join(folder, 'first'), plain)).cryptoSecret).toEqual({
    fit: 'missing',
    place,
  })
  loadSecrets(buildConfig('site'))
  await expect(backUp(buildConfig('site'), to, sealing)).rejects.toThrow(`${place} does not open the keys`)
  expect((await backUp(buildConfig('site'), join(folder, 'second'), plain)).cryptoSecret).toEqual({
    fit: 'differs',
    place,
  })
  expect(readdirSync(folder).toSorted()).toEqual(['first', 'second', 'site'])
})

test('a restore keeps the current files under other names', async () => {
  const store = await open('site')
  loadSecrets(buildConfig('site'))
  await writeName(store, 'before')
  const to = join(folder, 'backup')
  await backUp(buildConfig('site'), to, plain)
  await writeName(store, 'after')
  await close(store)
  writeFileSync(join(folder, 'site', 'sluice.db.spill'), 'operations of the state that is replaced')
  const { kept } = await restore(buildConfig('site'), to, plain)
  const suffix = '.before-2026-11-22T00-00-00.000Z'
  expect(kept).toEqual(expect.arrayContaining([`sluice.db${suffix}`, `sluice.db.spill${suffix}`]))
  expect(await readName(await open('site'))).toBe('before')
  expect(existsSync(join(folder, 'site', 'sluice.db.spill'))).toBe(false)
})

test.skipIf(process.getuid?.() !== 0)('a restore by root leaves all files to the owner of the folder', async () => {
  const store = await open('site')
  await checkCryptoKey(store.db, createSecretBox(loadSecrets(buildConfig('site')).cryptoSecret), clock)
  const to = join(folder, 'backup')
  await backUp(buildConfig('site'), to, sealing)
  const other = join(folder, 'other')
  mkdirSync(other)
  chownSync(other, 1234, 5678)
  const ownersOf = (path: string) =>
    readdirSync(path).map((name) => [name, statSync(join(path, name)).uid, statSync(join(path, name)).gid])
  // The second one replaces the files of the first.
  for (const _ of ['new', 'again']) {
    await restore(buildConfig('other'), to, opening)
    expect(ownersOf(other).filter(([, uid, gid]) => uid !== 1234 || gid !== 5678)).toEqual([])
  }
  expect(readdirSync(other)).toEqual(expect.arrayContaining(['crypto-secret', 'sluice.db', 'sluice.db.lock']))
})

test('a restore is refused while a server runs, and changes nothing', async () => {
  const store = await open('site')
  await writeName(store, 'before')
  const to = join(folder, 'backup')
  await backUp(buildConfig('site'), to, plain)
  await writeName(store, 'after')
  const names = readdirSync(join(folder, 'site'))
  await expect(restore(buildConfig('site'), to, plain)).rejects.toThrow('another server is using')
  expect(readdirSync(join(folder, 'site'))).toEqual(names)
  expect(await readName(store)).toBe('after')
})

test('a damaged backup and a folder without a backup are refused', async () => {
  await open('site')
  const to = join(folder, 'backup')
  await backUp(buildConfig('site'), to, plain)
  const bytes = readFileSync(join(to, 'sluice.db'))
  writeFileSync(join(to, 'sluice.db'), bytes.subarray(0, bytes.length - 4_096))
  await expect(restore(buildConfig('other'), to, plain)).rejects.toThrow('is damaged: use another backup')
  await expect(restore(buildConfig('other'), folder, plain)).rejects.toThrow('the file backup.json is missing')
  for (const text of ['{"version": "1.', '{}']) {
    writeFileSync(join(to, 'backup.json'), text)
    await expect(restore(buildConfig('other'), to, plain)).rejects.toThrow('backup.json is damaged: use another backup')
  }
  expect(existsSync(join(folder, 'other'))).toBe(false)
})

test('a backup whose sealed secrets are missing or damaged is refused', async () => {
  const store = await open('site')
  await checkCryptoKey(store.db, createSecretBox(loadSecrets(buildConfig('site')).cryptoSecret), clock)
  const to = join(folder, 'backup')
  await backUp(buildConfig('site'), to, sealing)
  const path = join(to, 'secrets.sealed')
  const sealed = readFileSync(path, 'utf8')
  for (const text of [`${sealed.slice(0, -6)}AAAA\n`, 'p1.', '']) {
    writeFileSync(path, text)
    await expect(restore(buildConfig('other'), to, opening)).rejects.toThrow('or the file is damaged')
  }
  rmSync(path)
  await expect(restore(buildConfig('other'), to, opening)).rejects.toThrow('secrets.sealed is missing')
  expect(existsSync(join(folder, 'other'))).toBe(false)
})

test('a backup needs a new folder and SQLite', async () => {
  await open('site')
  await expect(backUp(buildConfig('site'), folder, plain)).rejects.toThrow('already exists. Choose a new folder')
  const onServer = parseConfig({ DATA_DIR: folder, SQL_DSN: 'postgres://db.example/sluice' })
  await expect(backUp(onServer, join(folder, 'backup'), plain)).rejects.toThrow('pg_dump')
})

test('a restore with a secret that does not open the backup is refused, and changes nothing', async () => {
  const store = await open('site')
  await checkCryptoKey(store.db, createSecretBox('the right secret'), clock)
  await writeName(store, 'of the backup')
  const to = join(folder, 'backup')
  await backUp(buildConfig('site'), to, plain)
  await writeName(store, 'of today')
  await close(store)
  const with_ = (secret: string, name = 'site') => parseConfig({ DATA_DIR: join(folder, name), CRYPTO_SECRET: secret })
  await expect(restore(with_('a wrong secret'), to, plain)).rejects.toThrow(
    'CRYPTO_SECRET does not open the keys in this backup: it is another secret',
  )
  await expect(restore(with_('', 'other'), to, plain)).rejects.toThrow('crypto-secret does not open the keys')
  expect(existsSync(join(folder, 'other', 'sluice.db'))).toBe(false)
  const kept = await open('site')
  expect(await readName(kept)).toBe('of today')
  await close(kept)
  const { kept: setAside } = await restore(with_('the right secret'), to, plain)
  expect(setAside).toContain('sluice.db.before-2026-11-22T00-00-00.000Z')
})

test('the log database is in the backup, and is restored to the file that LOG_SQL_DSN names', async () => {
  const buildConfigWithLog = (name: string, log: string) =>
    parseConfig({ DATA_DIR: join(folder, name), LOG_SQL_DSN: `sqlite:${join(folder, log)}` })
  const store = await open('site')
  await writeName(store, 'first')
  const logs = createLogStore({ dsn: '', sqlitePath: join(folder, 'a.db') }, { clock })
  const writeMark = async ({ db }: Store, id: number) => db.updateTable('log_positions').set({ id }).execute()
  const readMark = async ({ db }: Store) =>
    (await db.selectFrom('log_positions').select('id').executeTakeFirstOrThrow()).id
  const logStore = await logs.open()
  await logStore.db.insertInto('log_positions').values({ name: 'mark', at: 0, id: 7 }).execute()
  const to = join(folder, 'backup')
  expect(await backUp(buildConfigWithLog('site', 'a.db'), to, plain)).toHaveProperty('logSha256')
  await writeMark(logStore, 8)
  await logs.close()
  await close(store)

  await expect(restore(buildConfig('other'), to, plain)).rejects.toThrow('Set LOG_SQL_DSN')
  expect(existsSync(join(folder, 'other'))).toBe(false)
  const { kept } = await restore(buildConfigWithLog('other', 'a.db'), to, plain)
  expect(kept).toContain('a.db.before-2026-11-22T00-00-00.000Z')
  const restored = createLogStore({ dsn: '', sqlitePath: join(folder, 'a.db') }, { clock })
  expect(await readMark(await restored.open())).toBe(7)
  await restored.close()
  expect(await readName(await open('other'))).toBe('first')

  writeFileSync(join(to, 'logs.db'), 'damaged')
  await expect(restore(buildConfigWithLog('third', 'b.db'), to, plain)).rejects.toThrow('logs.db is damaged')
})
