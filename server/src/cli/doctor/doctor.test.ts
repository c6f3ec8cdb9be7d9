import { afterAll, afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { channelStatus } from '@sluice/contract/roles'
import { addChannel } from '../../ledger/test-accounts.ts'
import { systemClock } from '../../platform/clock.ts'
import { parseConfig } from '../../platform/config.ts'
import { databaseSettings } from '../../platform/database-settings.ts'
import { loadSecrets } from '../../platform/load-secrets.ts'
import { createSecretBox } from '../../platform/secret-box.ts'
import { channelKeyPlace } from '../../state/load-channels.ts'
import { checkCryptoKey } from '../../store/check-crypto-key.ts'
import { movedPosition } from '../../store/log-store/moved-rows.ts'
import { createLogStore } from '../../store/log-store/open-log-store.ts'
import { migrate } from '../../store/migrate.ts'
import { openDatabase } from '../../store/open-database.ts'
import { writeOptionText } from '../../store/options.ts'
import { checkDisk, compareClocks } from './check-store.ts'
import { examine } from './examine.ts'
import { distanceOf } from './reach.ts'
import { doctorTexts } from './texts.ts'

// Each test migrates a database.
setDefaultTimeout(60_000)
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-doctor-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const host = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('{}') })
const elsewhere = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: () => new Response('no', { status: 404, headers: { date: new Date(0).toUTCString() } }),
})
afterAll(() => Promise.all([host.stop(true), elsewhere.stop(true)]))
const urlOf = ({ port }: { port: number | undefined }) => `http://127.0.0.1:${port}`

interface Site {
  options?: Record<string, string>
  channel?: { base_url?: string; status?: number; models?: string; key?: string } | null
}

/** A database as a server leaves it, with one channel. */
async function makeSite({ options = {}, channel = {} }: Site = {}): Promise<void> {
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
        ...{ status: channel.status ?? channelStatus.enabled, group_names: 'default' },
        ...{ base_url: channel.base_url ?? urlOf(host), models: channel.models ?? 'gpt-4o' },
        key_box: channel.key === '' ? '' : box.seal('sk-upstream', channelKeyPlace),
      })
      .where('id', '=', await addChannel(store))
      .execute()
  await store.close()
}

const codesOf = async (environment: Record<string, string> = {}) =>
  Object.fromEntries(
    (await examine({ DATA_DIR: folder, ...environment }, systemClock)).map(({ code, level }) => [code, level]),
  )

test('a site in order has no problem', async () => {
  await makeSite({ options: { ServerAddress: urlOf(host) } })
  const codes = await codesOf()
  expect(Object.values(codes)).not.toContain('problem')
  expect(codes).toMatchObject({
    ...{ secrets_fit: 'ok', database_fits: 'ok', channels_answer: 'ok', models_priced: 'ok' },
    ...{ clock_right: 'ok', no_callbacks: 'ok', public_address_fits: 'ok' },
  })
})

describe('each fault is found', () => {
  const cases: [string, Site, string, string][] = [
    ['no channel', { channel: null }, 'no_channel', 'problem'],
    ['a channel that was switched off', { channel: { status: channelStatus.autoDisabled } }, 'no_channel', 'problem'],
    ['a channel without a key', { channel: { key: '' } }, 'channels_without_key', 'problem'],
    ['a host that does not answer', { channel: { base_url: 'http://127.0.0.1:1' } }, 'host_unreachable', 'problem'],
    ['a clock far from that of a host', { channel: { base_url: urlOf(elsewhere) } }, 'clock_wrong', 'problem'],
    ['a model without a price', { channel: { models: 'nobody-prices-this' } }, 'models_unpriced', 'problem'],
    [
      'the same in self-use mode',
      { channel: { models: 'nobody-prices-this' }, options: { SelfUseModeEnabled: 'true' } },
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
      'a public address that leads elsewhere',
      { options: { ServerAddress: urlOf(elsewhere) } },
      'public_address_wrong',
      'problem',
    ],
    [
      'payments without an address',
      { options: { PayAddress: 'https://pay.example', EpayId: '1' } },
      'callback_without_address',
      'problem',
    ],
    [
      'payments that are led to this machine',
      { options: { PayAddress: 'https://pay.example', EpayId: '1', ServerAddress: urlOf(host) } },
      'callback_to_own_machine',
      'problem',
    ],
  ]
  test.each(cases)('%s', async (_, site, code, level) => {
    await makeSite(site)
    expect((await codesOf())[code]).toBe(level as 'problem')
  })

  test('settings that cannot be used', async () => {
    expect(await codesOf({ PORT: 'many' })).toEqual({ settings_wrong: 'problem' })
  })

  test('secrets that are weak, missing, broken or not the former ones', async () => {
    expect(await codesOf({ SESSION_SECRET: 'changeme' })).toMatchObject({ secret_weak: 'problem' })
    expect(await codesOf({ SQL_DSN: 'postgres://u:p@127.0.0.1:1/x' })).toMatchObject({
      secret_missing: 'problem',
    })
    await makeSite()
    expect(await codesOf({ CRYPTO_SECRET: 'Zx9Kq2LmNp4RtVw8Yb' })).toMatchObject({
      crypto_secret_differs: 'problem',
    })
    writeFileSync(join(folder, 'crypto-secret'), 'cut')
    expect(await codesOf()).toMatchObject({ secret_file_broken: 'problem' })
  })

  test('a database that is missing, empty, or a server that does not answer; passwords are not repeated', async () => {
    expect(await codesOf()).toMatchObject({ database_not_made: 'note' })
    const store = await openDatabase(databaseSettings(parseConfig({ DATA_DIR: folder })))
    await store.close()
    expect(await codesOf()).toMatchObject({ database_older: 'note' })
    const findings = await examine({ SQL_DSN: 'postgres://u:hunter22@127.0.0.1:1/x' }, systemClock)
    expect(findings).toContainEqual(expect.objectContaining({ code: 'database_unreachable', level: 'problem' }))
    expect(JSON.stringify(findings)).not.toContain('hunter22')
  })

  test('a log database that is missing, does not answer, has other data, or is not named any more', async () => {
    await makeSite()
    const at = (file: string) => ({ LOG_SQL_DSN: `sqlite:${join(folder, file)}` })
    expect(await codesOf(at('logs.db'))).toMatchObject({ log_database_not_made: 'note' })
    const logStore = createLogStore({ dsn: '', sqlitePath: join(folder, 'logs.db') }, { clock: systemClock })
    await logStore.open()
    await logStore.close()
    expect(await codesOf(at('logs.db'))).toMatchObject({ log_database_fits: 'ok' })
    expect(await codesOf(at('sluice.db'))).toMatchObject({ log_database_foreign: 'problem' })
    const away = { LOG_SQL_DSN: 'mysql://u:hunter22@127.0.0.1:1/x', DATA_DIR: folder }
    const findings = await examine(away, systemClock)
    expect(findings.map(({ code }) => code)).toContain('log_database_unreachable')
    expect(JSON.stringify(findings)).not.toContain('hunter22')

    const store = await openDatabase(databaseSettings(parseConfig({ DATA_DIR: folder })))
    await store.db.insertInto('log_positions').values({ name: movedPosition, at: 0, id: 3 }).execute()
    await store.close()
    expect(await codesOf()).toMatchObject({ log_rows_elsewhere: 'problem' })
  })

  test('a Redis that does not answer', async () => {
    expect(await codesOf({ REDIS_CONN_STRING: 'redis://127.0.0.1:1' })).toMatchObject({
      redis_unreachable: 'problem',
    })
  })

  test('a disk that is nearly full', () => {
    const config = parseConfig({ DATA_DIR: folder })
    expect(checkDisk(config, () => 1_000_000)).toMatchObject([{ code: 'disk_nearly_full', level: 'problem' }])
    expect(checkDisk(config)).toMatchObject([{ check: 'disk' }])
  })

  test('a clock that is off', () => {
    const level = (ms: number) => compareClocks(1_000_000 + ms, 1_000_000, 'postgres').level
    expect([0, 1_900, -2_500, 29_000, 31_000].map(level)).toEqual(['ok', 'ok', 'note', 'note', 'problem'])
  })
})

test('a slow answer is no difference of the clocks', () => {
  const second = { from: 10_000, to: 11_000 }
  expect(distanceOf({ from: 9_000, to: 60_000 }, second)).toBe(0)
  expect(distanceOf({ from: 71_000, to: 90_000 }, second)).toBe(60_000)
  expect(distanceOf({ from: 1_000, to: 4_000 }, second)).toBe(-6_000)
})

test('every finding has texts in both languages with the same values, and every problem an advice', () => {
  const valuesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([value]) => value).sort()
  for (const [code, { found, advice }] of Object.entries(doctorTexts.en)) {
    const chinese = Object.entries(doctorTexts.zh).find(([key]) => key === code)?.[1]
    expect([code, valuesIn(chinese?.found ?? '')]).toEqual([code, valuesIn(found)])
    expect([code, chinese?.advice === '']).toEqual([code, advice === ''])
  }
})
