import { afterAll, afterEach, beforeEach, describe, expect, setDefaultTimeout, spyOn, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { channelStatus, roles, userStatus } from '@sluice/contract/roles'
import { sql } from 'kysely'
import { checkDisk, compareClocks } from '../doctor/check-store.ts'
import { examine } from '../doctor/examine.ts'
import { measureClockOffset } from '../doctor/reach.ts'
import { createPasswords } from '../identity/passwords.ts'
import { addChannel, addUser } from '../ledger/test-accounts.ts'
import { systemClock } from '../platform/clock.ts'
import { parseConfig } from '../platform/config.ts'
import { databaseSettings } from '../platform/database-settings.ts'
import { loadSecrets } from '../platform/load-secrets.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { serveLocally } from '../platform/test-port.ts'
import { channelKeySealContext } from '../state/load-channels.ts'
import { checkCryptoKey } from '../store/check-crypto-key.ts'
import { movedPosition } from '../store/log-store/moved-rows.ts'
import { createLogStore } from '../store/log-store/open-log-store.ts'
import { migrate } from '../store/migrate.ts'
import { openDatabase } from '../store/open-database.ts'
import { writeOptionText } from '../store/options.ts'
import { type UserChanges, updateUser } from '../store/users.ts'
import { parseDoctorWords, runDoctor } from './run-doctor.ts'

// Each test migrates a database.
setDefaultTimeout(60_000)
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-doctor-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const upstream = serveLocally(() => new Response('{}'))
/** Answers with status 404 and a date of 1970. */
const wrongServer = serveLocally(
  () => new Response('no', { status: 404, headers: { date: new Date(0).toUTCString() } }),
)
afterAll(() => Promise.all([upstream.stop(true), wrongServer.stop(true)]))
const urlOf = ({ port }: { port: number | undefined }) => `http://127.0.0.1:${port}`

interface Site {
  options?: Record<string, string>
  channel?: { base_url?: string; status?: number; models?: string; key?: string } | null
}

/** Creates the database of a site with one channel. */
async function createSite({ options = {}, channel = {} }: Site = {}): Promise<void> {
  const config = parseConfig({ DATA_DIR: folder })
  const box = createSecretBox(loadSecrets(config).cryptoSecret)
  const store = await openDatabase(databaseSettings(config))
  await migrate(store)
  await checkCryptoKey(store.db, box, systemClock)
  for (const [name, value] of Object.entries(options)) await writeOptionText(store.db, { name, value, updatedAt: 1 })
  if (channel)
    await store.db
      .updateTable('channels')
      .set({
        status: channel.status ?? channelStatus.enabled,
        group_names: 'default',
        base_url: channel.base_url ?? urlOf(upstream),
        models: channel.models ?? 'gpt-4o',
        key_box: channel.key === '' ? '' : box.seal('sk-upstream', channelKeySealContext),
      })
      .where('id', '=', await addChannel(store))
      .execute()
  await store.close()
}

/** Examines the site and returns the level of each finding by its code. */
const examineSite = async (environment: Record<string, string> = {}) =>
  Object.fromEntries(
    (await examine({ DATA_DIR: folder, ...environment }, systemClock)).map(({ code, level }) => [code, level]),
  )

test('a correctly configured site has no problem', async () => {
  await createSite({ options: { ServerAddress: urlOf(upstream) } })
  const codes = await examineSite()
  expect(Object.values(codes)).not.toContain('problem')
  expect(codes).toMatchObject({
    secrets_fit: 'ok',
    database_fits: 'ok',
    channels_answer: 'ok',
    models_priced: 'ok',
    clock_right: 'ok',
    no_callbacks: 'ok',
    public_address_fits: 'ok',
  })
})

describe('the doctor finds', () => {
  const cases: [string, Site, string, string][] = [
    ['no channel', { channel: null }, 'no_channel', 'problem'],
    ['a disabled channel', { channel: { status: channelStatus.autoDisabled } }, 'no_channel', 'problem'],
    ['a channel without a key', { channel: { key: '' } }, 'channels_without_key', 'problem'],
    ['a host that does not answer', { channel: { base_url: 'http://127.0.0.1:1' } }, 'host_unreachable', 'problem'],
    ['a clock far from that of a host', { channel: { base_url: urlOf(wrongServer) } }, 'clock_wrong', 'problem'],
    ['a model without a price', { channel: { models: 'a-model-without-a-price' } }, 'models_unpriced', 'problem'],
    [
      'a model without a price in self-use mode',
      { channel: { models: 'a-model-without-a-price' }, options: { SelfUseModeEnabled: 'true' } },
      'models_free',
      'note',
    ],
    ['no public address', {}, 'no_public_address', 'note'],
    [
      'a public address that does not answer',
      { options: { ServerAddress: 'http://127.0.0.1:1' } },
      'public_address_unreachable',
      'problem',
    ],
    [
      'a public address of another server',
      { options: { ServerAddress: urlOf(wrongServer) } },
      'public_address_wrong',
      'problem',
    ],
    [
      'an identity provider while registration is closed',
      { options: { 'oidc.enabled': 'true', RegisterEnabled: 'false' } },
      'login_without_registration',
      'note',
    ],
    [
      'an identity provider in self-use mode',
      { options: { GitHubOAuthEnabled: 'true', RegisterEnabled: 'true', SelfUseModeEnabled: 'true' } },
      'login_without_registration',
      'note',
    ],
    [
      'payments without an address',
      { options: { PayAddress: 'https://pay.example', EpayId: '1' } },
      'callback_without_address',
      'problem',
    ],
    [
      'payments with a callback to this machine',
      { options: { PayAddress: 'https://pay.example', EpayId: '1', ServerAddress: urlOf(upstream) } },
      'callback_to_own_machine',
      'problem',
    ],
  ]
  test('a public address without the base path', async () => {
    await createSite({ options: { ServerAddress: urlOf(upstream) } })
    expect((await examineSite({ BASE_PATH: '/ai' })).public_address_without_path).toBe('problem')
    await createSite({ options: { ServerAddress: `${urlOf(upstream)}/ai` } })
    expect((await examineSite({ BASE_PATH: '/ai' })).public_address_fits).toBe('ok')
  })

  test.each(cases)('%s', async (_, site, code, level) => {
    await createSite(site)
    expect((await examineSite())[code]).toBe(level as 'problem')
  })

  test('invalid settings', async () => {
    expect(await examineSite({ PORT: 'many' })).toEqual({ settings_wrong: 'problem' })
  })

  test('secrets that are weak, missing, unreadable or changed', async () => {
    expect(await examineSite({ SESSION_SECRET: 'changeme' })).toMatchObject({ secret_weak: 'problem' })
    expect(await examineSite({ SQL_DSN: 'postgres://u:p@127.0.0.1:1/x' })).toMatchObject({
      secret_missing: 'problem',
    })
    await createSite()
    expect(await examineSite({ CRYPTO_SECRET: 'Zx9Kq2LmNp4RtVw8Yb' })).toMatchObject({
      crypto_secret_differs: 'problem',
    })
    writeFileSync(join(folder, 'crypto-secret'), 'cut')
    expect(await examineSite()).toMatchObject({ secret_file_broken: 'problem' })
  })

  test('secrets that an existing database misses, and makes none', async () => {
    await createSite()
    const secret = (name: string) => join(folder, name)
    const files = () => readdirSync(folder).filter((name) => !/-(wal|shm)$/.test(name))
    rmSync(secret('session-secret'))
    const before = files()
    expect(await examineSite()).toMatchObject({ session_secret_missing: 'note', channels_answer: 'ok' })
    rmSync(secret('crypto-secret'))
    const codes = await examineSite()
    expect(codes).toMatchObject({ crypto_secret_missing: 'problem', database_fits: 'ok' })
    expect(codes).not.toHaveProperty('secrets_fit')
    expect(files()).toEqual(before.filter((name) => name !== 'crypto-secret'))
    mkdirSync(secret('crypto-secret'))
    expect(await examineSite()).toMatchObject({ secret_file_unreadable: 'problem' })
  })

  test('a variable that resembles a setting, also where another setting is wrong', async () => {
    await createSite()
    const findings = await examine({ DATA_DIR: folder, CRYPTO_SERCET: 'hunter22' }, systemClock, { isOffline: true })
    const values = { name: 'CRYPTO_SERCET', meant: 'CRYPTO_SECRET' }
    expect(findings).toContainEqual(expect.objectContaining({ code: 'setting_misspelt', level: 'note', values }))
    expect(JSON.stringify(findings)).not.toContain('hunter22')
    expect(await examine({ PORT: 'x', CRYPTO_SERCET: 'y' }, systemClock)).toMatchObject([
      { code: 'setting_misspelt' },
      { code: 'settings_wrong' },
    ])
  })

  test('a missing or empty database, or a server that does not answer, without showing passwords', async () => {
    expect(await examineSite()).toMatchObject({ database_not_made: 'note' })
    const store = await openDatabase(databaseSettings(parseConfig({ DATA_DIR: folder })))
    await store.close()
    expect(await examineSite()).toMatchObject({ database_empty: 'note' })
    const findings = await examine({ SQL_DSN: 'postgres://u:hunter22@127.0.0.1:1/x' }, systemClock)
    expect(findings).toContainEqual(expect.objectContaining({ code: 'database_unreachable', level: 'problem' }))
    expect(JSON.stringify(findings)).not.toContain('hunter22')
    const unreadable = await examine({ SQL_DSN: 'postgres://u:hunter22/3@h/x' }, systemClock)
    expect(unreadable).toMatchObject([
      { code: 'settings_wrong', values: { reason: expect.stringContaining('the password contains /') } },
    ])
    expect(JSON.stringify(unreadable)).not.toContain('hunter22')
  })

  test('a database, and a log database, of a revision before the first release', async () => {
    await createSite()
    const store = await openDatabase(databaseSettings(parseConfig({ DATA_DIR: folder })))
    await sql`delete from kysely_migration where name <> '0001-first-release'`.execute(store.db)
    await sql`update kysely_migration set name = '0001-initial'`.execute(store.db)
    await store.close()
    const codes = await examineSite()
    expect(codes).toMatchObject({ database_before_first_release: 'problem' })
    const logStore = createLogStore({ dsn: '', sqlitePath: join(folder, 'logs.db') }, { clock: systemClock })
    const { db } = await logStore.open()
    await sql`delete from kysely_migration where name <> '0001-first-log-release'`.execute(db)
    await sql`update kysely_migration set name = '0001-usage-log'`.execute(db)
    await logStore.close()
    for (const file of ['sluice.db', 'sluice.db-wal', 'sluice.db-shm']) rmSync(join(folder, file), { force: true })
    await createSite()
    expect(await examineSite({ LOG_SQL_DSN: `sqlite:${join(folder, 'logs.db')}` })).toMatchObject({
      log_database_before_first_release: 'problem',
    })
  })

  test('a log database that is missing, does not answer, has other data, or is no longer configured', async () => {
    await createSite()
    const logSetting = (file: string) => ({ LOG_SQL_DSN: `sqlite:${join(folder, file)}` })
    expect(await examineSite(logSetting('logs.db'))).toMatchObject({ log_database_not_made: 'note' })
    const logStore = createLogStore({ dsn: '', sqlitePath: join(folder, 'logs.db') }, { clock: systemClock })
    await logStore.open()
    await logStore.close()
    expect(await examineSite(logSetting('logs.db'))).toMatchObject({ log_database_fits: 'ok' })
    expect(await examineSite(logSetting('sluice.db'))).toMatchObject({ log_database_foreign: 'problem' })
    const unreachable = { LOG_SQL_DSN: 'mysql://u:hunter22@127.0.0.1:1/x', DATA_DIR: folder }
    const findings = await examine(unreachable, systemClock)
    expect(findings.map(({ code }) => code)).toContain('log_database_unreachable')
    expect(JSON.stringify(findings)).not.toContain('hunter22')

    const store = await openDatabase(databaseSettings(parseConfig({ DATA_DIR: folder })))
    await store.db.insertInto('log_positions').values({ name: movedPosition, at: 0, id: 3 }).execute()
    await store.close()
    expect(await examineSite()).toMatchObject({ log_rows_elsewhere: 'problem' })
  })

  test('a Redis that does not answer', async () => {
    expect(await examineSite({ REDIS_CONN_STRING: 'redis://127.0.0.1:1' })).toMatchObject({
      redis_unreachable: 'problem',
    })
  })

  test('a disk that is nearly full', () => {
    const config = parseConfig({ DATA_DIR: folder })
    expect(checkDisk(config, () => 1_000_000)).toMatchObject([{ code: 'disk_nearly_full', level: 'problem' }])
    expect(checkDisk(config)).toMatchObject([{ check: 'disk' }])
  })

  test('a wrong clock', () => {
    const level = (ms: number) => compareClocks(1_000_000 + ms, 1_000_000, 'postgres').level
    expect([0, 1_900, -2_500, 29_000, 31_000].map(level)).toEqual(['ok', 'ok', 'note', 'note', 'problem'])
  })
})

test('a slow answer is not a difference between the clocks', () => {
  const second = { from: 10_000, to: 11_000 }
  expect(measureClockOffset({ from: 9_000, to: 60_000 }, second)).toBe(0)
  expect(measureClockOffset({ from: 71_000, to: 90_000 }, second)).toBe(60_000)
  expect(measureClockOffset({ from: 1_000, to: 4_000 }, second)).toBe(-6_000)
})

test('an identity provider whose new users can register is no finding', async () => {
  await createSite({ options: { 'oidc.enabled': 'true', RegisterEnabled: 'true' } })
  expect(await examineSite()).not.toHaveProperty('login_without_registration')
})

test('the callback address of a payment gateway is not said to be reached', async () => {
  const address = 'https://gate.example'
  await createSite({ options: { PayAddress: 'https://pay.example', EpayId: '1', ServerAddress: address } })
  const found = await examine({ DATA_DIR: folder }, systemClock, { isOffline: true })
  expect(found).toContainEqual(expect.objectContaining({ code: 'callbacks_have_address', level: 'ok' }))
})

test('offline no host and no address is asked', async () => {
  let asked = 0
  const counted = serveLocally(() => {
    asked++
    return new Response('{}')
  })
  await createSite({ options: { ServerAddress: urlOf(counted) }, channel: { base_url: urlOf(counted) } })
  const levels = Object.fromEntries(
    (await examine({ DATA_DIR: folder }, systemClock, { isOffline: true })).map(({ code, level }) => [code, level]),
  )
  expect(levels).toMatchObject({ channels_not_asked: 'ok', public_address_not_asked: 'ok', clock_not_compared: 'ok' })
  expect(asked).toBe(0)
  await examineSite()
  expect(asked).toBe(2)
  await counted.stop(true)
})

test('the report begins with the counts, and prices come before unreachable hosts', async () => {
  await createSite({ channel: { base_url: 'http://127.0.0.1:1', models: 'a-model-without-a-price' } })
  const written = spyOn(process.stdout, 'write').mockImplementation(() => true)
  const read = async (words: string[]) => {
    written.mockClear()
    const command = parseDoctorWords(['--lang=en', ...words])
    if (!command) throw new Error('unknown words')
    expect(await runDoctor({ DATA_DIR: folder }, command, systemClock)).toBe(1)
    return String(written.mock.calls[0]?.[0])
  }
  try {
    const [summary = '', ...lines] = (await read([])).split('\n')
    const count = (mark: string) => lines.filter((line) => line.startsWith(mark)).length
    expect(summary).toBe(`To repair: ${count('✗')}. Warnings: ${count('!')}. In order: ${count('✓')}.`)
    const marked = lines.filter((line) => line.startsWith('✗'))
    expect(marked[0]).toContain('without a price')
    expect(marked[1]).toContain('http://127.0.0.1:1 is unreachable')
    expect(JSON.parse(await read(['--json', '--offline']))).toMatchObject({ summary: { problem: 1 } })
  } finally {
    written.mockRestore()
  }
  expect(parseDoctorWords(['--online'])).toBeNull()
})

test('weak passwords of administrators are named, as far as they can be known', async () => {
  await createSite()
  const store = await openDatabase(databaseSettings(parseConfig({ DATA_DIR: folder })))
  const bcrypt = (password: string) => Bun.password.hash(password, { algorithm: 'bcrypt', cost: 4 })
  const argon = await createPasswords({ memoryCost: 8, timeCost: 1 }).hash('six ok')
  const add = async (username: string, more: UserChanges) =>
    await updateUser(store.db, await addUser(store, username), { role: roles.admin, ...more })
  await add('plain', { password_hash: await bcrypt('123456') })
  await add('short', { password_hash: argon, password_is_short: 1 })
  await add('unseen', { password_hash: await bcrypt('a long sentence') })
  await add('banned', { password_hash: await bcrypt('123456'), status: userStatus.banned })
  await add('ordinary', { password_hash: await bcrypt('123456'), role: roles.user })
  await store.close()
  const found = (await examine({ DATA_DIR: folder }, systemClock)).filter(({ check }) => check === 'accounts')
  expect(found).toMatchObject([
    { level: 'problem', code: 'passwords_trivial', values: { names: 'plain' } },
    { level: 'problem', code: 'passwords_short', values: { names: 'short' } },
    { level: 'note', code: 'passwords_unknown', values: { names: 'unseen' } },
  ])
})

test('a long list is whole in the data, and its beginning is in the text', async () => {
  const models = Array.from({ length: 12 }, (_, at) => `unpriced-${String(at).padStart(2, '0')}`)
  await createSite({ channel: { models: models.join(',') } })
  const found = (await examine({ DATA_DIR: folder }, systemClock)).find(({ code }) => code === 'models_unpriced')
  expect(found?.lists?.models?.toSorted()).toEqual(models)
  expect(found?.values.models).toEndWith(' … (12)')
})
