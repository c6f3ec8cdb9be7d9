import { afterEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { dayMs } from '@sluice/contract/durations'
import { sql } from 'kysely'
import { createDatabase, engineNames } from '../../test/databases.ts'
import { changeSample, copySample, importSamples, restoreSample, sampleFigures } from '../../test/import-samples.ts'
import { auditLedger } from '../cli/ledger-audit.ts'
import { closeEpoch, openEpoch } from '../ledger/epochs.ts'
import type { Store } from '../store/open-database.ts'
import { engines } from '../store/test-databases.ts'
import { newTestUsageLog } from '../store/test-usage-logs.ts'
import { topupSumsPosition } from '../store/topup-sums.ts'
import { summedUntil } from '../store/usage-sums.ts'
import { openChannel } from '../upkeep/open-channel.ts'
import { openSource } from './open-source.ts'
import {
  clock,
  findDifferences,
  freshStore,
  importFrom,
  importSample,
  makeFolder,
  releaseAll,
  releases,
  secretBox,
} from './test-imports.ts'

afterEach(releaseAll)

for (const engine of engines) {
  describe(`an import into ${engine.name}`, () => {
    test.each([...importSamples])('of %s copies every balance, key and row', async (sample) => {
      const store = await freshStore(engine)
      const report = await importSample(sample, store)
      expect(findDifferences(report)).toEqual([])
      const { users, channels, logs } = await sampleFigures(sample)
      const figures = new Map(report.figures.map(({ name, here }) => [name, here]))
      expect(figures.get('accounts')).toBe(users.rows)
      expect(figures.get('balances of accounts')).toBe(users.all_sum_quota)
      expect(figures.get('used quota of accounts')).toBe(users.all_sum_used_quota)
      expect(figures.get('used quota of channels')).toBe(channels.sum_used_quota)
      expect(figures.get('charges of the usage log')).toBe(logs.consume_sum_quota)
      const abilities = await store.db.selectFrom('abilities').select('enabled').execute()
      expect(abilities).toHaveLength(channels.abilities)
      expect(await auditLedger(store)).toMatchObject({ isClean: true, findings: [] })
    })

    test('new rows get ids above the imported ones', async () => {
      const store = await freshStore(engine)
      await importSample('newapi-2025', store)
      const { vendors } = await store.db
        .selectFrom('vendors')
        .select(({ fn }) => fn.countAll<number>().as('vendors'))
        .executeTakeFirstOrThrow()
      expect(Number(vendors)).toBe(0)
      const row = { name: 'new', description: '', icon: '', status: 1, created_at: 1, updated_at: 1 }
      await store.db.insertInto('vendors').values(row).execute()
      const channel = await store.db.selectFrom('channels').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
      const { id, ...copy } = channel
      await store.db.insertInto('channels').values(copy).execute()
      const ids = await store.db.selectFrom('channels').select('id').where('id', '>', id).execute()
      expect(ids).toHaveLength(1)
    })
  })
}

describe('a source', () => {
  for (const engine of engineNames.filter((name) => name !== 'SQLite')) {
    test.each(['newapi-2025', 'newapi-2026'] as const)(
      `on ${engine} has the same result as the file of %s`,
      async (sample) => {
        const database = await createDatabase(engine)
        releases.push(() => database.drop())
        await restoreSample(sample, database)
        const [fromServer, fromFile] = [await freshStore(), await freshStore()]
        const report = await importFrom(database.environment.SQL_DSN, fromServer)
        expect(findDifferences(report)).toEqual([])
        const expected = await importSample(sample, fromFile)
        expect(report).toEqual(expected)
        for (const table of ['users', 'usage_logs', 'usage_hours', 'abilities', 'tasks', 'ledger_entries'] as const)
          expect(await readTable(fromServer, table)).toEqual(await readTable(fromFile, table))
      },
    )
  }

  test.each([
    ['no such file', 'There is no file'],
    ['sluice', 'This is a database of sluice'],
  ])('that is %s is refused with the reason', async (kind, reason) => {
    const store = await freshStore()
    const from = kind === 'sluice' ? (store.sqlitePath ?? '') : join(makeFolder(), 'missing.db')
    await expect(openSource(from)).rejects.toThrow(reason)
  })

  test('with an unknown schema is refused, with what is missing', async () => {
    const path = await copySample('one-api', makeFolder())
    changeSample(path, 'alter table tokens rename column subnet to networks')
    await expect(openSource(path)).rejects.toThrow('has neither model_limits_enabled nor subnet')
    changeSample(path, 'drop table logs')
    await expect(openSource(path)).rejects.toThrow('the table logs is missing')
    changeSample(path, 'drop table options')
    await expect(openSource(path)).rejects.toThrow('the tables options, logs are missing')
  })

  test('that was not copied completely is named', async () => {
    const path = await copySample('newapi-2026', makeFolder())
    await Bun.write(path, (await Bun.file(path).bytes()).slice(0, 200_000))
    await expect(openSource(path)).rejects.toThrow(`${path} is damaged or was not copied completely.`)
  })

  test('is not changed', async () => {
    const path = await copySample('newapi-2026', makeFolder())
    const before = await Bun.file(path).bytes()
    await importFrom(path, await freshStore())
    expect(Buffer.from(await Bun.file(path).bytes()).equals(before)).toBe(true)
  })
})

/** The rows of a table, sorted, without the values that each import encrypts differently. */
async function readTable(
  store: Store,
  table: 'users' | 'usage_logs' | 'usage_hours' | 'abilities' | 'tasks' | 'ledger_entries',
) {
  const rows: Record<string, unknown>[] = await store.db.selectFrom(table).selectAll().execute()
  const texts = rows.map((row) => JSON.stringify({ ...row, setting: undefined }))
  return texts.toSorted()
}

describe('an import', () => {
  test('adds nothing when it is repeated', async () => {
    const store = await freshStore()
    const path = await copySample('newapi-2026', makeFolder())
    await importFrom(path, store)
    const again = await importFrom(path, store)
    expect(again.steps.filter(({ rows }) => rows > 0)).toEqual([])
    expect(findDifferences(again)).toEqual([])
  })

  test('adds newer rows when it is repeated, and reports changed balances', async () => {
    const store = await freshStore()
    const path = await copySample('one-api', makeFolder())
    await importFrom(path, store)
    changeSample(path, 'insert into logs (user_id, created_at, type, quota) values (2, 1795340999, 2, 7)')
    const second = await importFrom(path, store)
    expect(second.steps.filter(({ rows }) => rows > 0)).toEqual([{ name: 'usage log', rows: 1, seconds: 0 }])
    expect(findDifferences(second)).toEqual([])
    changeSample(path, 'update users set quota = quota + 5 where id = 2')
    expect(findDifferences(await importFrom(path, store))).toMatchObject([{ name: 'balances of accounts' }])
  })

  test('compares every kind of row, less those that the notes name', async () => {
    const store = await freshStore()
    const path = await copySample('newapi-2026', makeFolder())
    changeSample(path, `insert into top_ups (user_id, amount, money, trade_no) values (2, 1, 1, ''), (2, 1, 1, null)`)
    changeSample(path, `insert into tasks (task_id, platform, user_id, quota) values ('t-1', 'kling', 2, 5)`)
    changeSample(path, `insert into options (key, value) values ('NobodyKnowsThis', '1')`)
    changeSample(path, `insert into abilities ("group", model, channel_id) values ('default', 'gone', 4711)`)
    expect(findDifferences(await importFrom(path, store))).toEqual([])

    const { db } = store
    const lost = [
      ['abilities', 'abilities'],
      ['topup_orders', 'orders'],
      ['tasks', 'drawings'],
      ['tasks', 'tasks'],
      ['checkins', 'check-ins'],
      ['options', 'options'],
    ] as const
    for (const [table] of lost) await db.deleteFrom(table).execute()
    const names = findDifferences(await importFrom(path, store)).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(lost.map(([, name]) => name)))
  })

  test('takes orders over as not reversed, and has the sums of top-ups made again', async () => {
    const store = await freshStore()
    const { db } = store
    await db.insertInto('log_positions').values({ name: topupSumsPosition, at: dayMs, id: 0 }).execute()
    await importFrom(await copySample('newapi-2026', makeFolder()), store)
    const states = await db.selectFrom('topup_orders').select('reversal').distinct().execute()
    expect(states).toEqual([{ reversal: 'none' }])
    expect(await summedUntil(db, topupSumsPosition)).toBe(0)
  })

  test('reports an option whose value is not that of the source', async () => {
    const store = await freshStore()
    const path = await copySample('newapi-2026', makeFolder())
    await importFrom(path, store)
    await store.db.updateTable('options').set({ value: 'another' }).where('name', '=', 'SystemName').execute()
    expect(findDifferences(await importFrom(path, store))).toMatchObject([{ name: 'options' }])
  })

  test.each(['options', 'users', 'channels', 'usage log'])(
    'that is interrupted after a page of %s can be continued',
    async (step) => {
      const store = await freshStore()
      const path = await copySample('newapi-2026', makeFolder())
      const interrupt = (reached: string) => {
        if (reached === step) throw new Error('power cut')
      }
      await expect(importFrom(path, store, { onProgress: interrupt })).rejects.toThrow('power cut')
      expect(findDifferences(await importFrom(path, store))).toEqual([])
      expect(await auditLedger(store)).toMatchObject({ isClean: true })
    },
  )

  test('requires an empty database', async () => {
    const store = await freshStore()
    await importSample('one-api', store)
    await expect(importSample('newapi-2025', store)).rejects.toThrow('Another database was imported')
    const used = await freshStore()
    await used.db.insertInto('usage_logs').values(newTestUsageLog()).execute()
    await expect(importSample('one-api', used)).rejects.toThrow('its table usage_logs is not empty')
  })

  test.each([...engines])('into $name is refused while a server runs, and after one has run', async (engine) => {
    const store = await freshStore(engine)
    await importSample('one-api', store)
    const epochId = await openEpoch(store, 'node-1')
    await store.db
      .updateTable('epochs')
      .set({ lease_until: clock.now() + 10_000 })
      .execute()
    await expect(importSample('one-api', store)).rejects.toThrow('A server (node-1) runs on this database')
    await store.db.updateTable('epochs').set({ lease_until: 0 }).execute()
    await expect(importSample('one-api', store)).rejects.toThrow('A server has used this database since')
    // As a server that stops does.
    await closeEpoch(store, epochId)
    await expect(importSample('one-api', store)).rejects.toThrow('A server has used this database since')
  })
})

describe('an import results in', () => {
  test('channels with the equivalent type, key and address', async () => {
    const store = await freshStore()
    await importSample('one-api', store)
    const channels = await store.db.selectFrom('channels').selectAll().orderBy('id').execute()
    const openKey = (box: string) => secretBox.open(box, 'channels.key_box')
    const byName = new Map(channels.map((channel) => [channel.name, channel]))
    expect(byName.get('DeepSeek')).toMatchObject({ type: 43, base_url: 'http://127.0.0.1:18080' })
    expect(byName.get('Mistral mapped')).toMatchObject({ type: 42 })
    expect(byName.get('Custom endpoint')).toMatchObject({ type: 1, base_url: 'http://127.0.0.1:18080' })
    expect(byName.get('OpenAI compatible')).toMatchObject({
      type: 8,
      base_url: 'http://127.0.0.1:18080/chat/completions',
    })
    expect(byName.get('AI Proxy library')).toMatchObject({ type: 21, other: '4711' })
    expect(byName.get('Coze')).toMatchObject({ type: 49, model_mapping: '{"bot-7000000001":"7000000001"}' })
    const vertex = byName.get('Vertex')
    expect(vertex).toMatchObject({ type: 41, other: 'us-central1' })
    expect(JSON.parse(openKey(vertex?.key_box ?? ''))).toMatchObject({ project_id: 'sample-project' })
    const twoKeys = byName.get('Two keys in one row')
    expect(openKey(twoKeys?.key_box ?? '').split('\n')).toHaveLength(2)
    expect(twoKeys?.setting).toBe('{"multi_key_mode":"random"}')
  })

  test('a report of what has no place here, or another meaning', async () => {
    const { notes } = await importSample('newapi-2026', await freshStore())
    const findNote = (start: string) => {
      const note = notes.find(({ kind }) => kind.startsWith(start))
      return note && [note.count, ...note.examples.map((example) => example.replace(/ until .*/, ''))]
    }
    expect(findNote('Subscription plans')).toEqual([
      4,
      'plan 1 (Basic): 5000000 quota for 1 month',
      'plan 2 (Team 团队): no limit for 1 year',
      'plan 3 (Trial minute): 1000 quota for 5 s',
      'plan 4 (Old plan): 900000 quota for 10 day',
    ])
    const left = ['user 4: plan 1, 4999437 of 5000000 quota', 'user 6: plan 2, no limit']
    expect(findNote('Active subscriptions')).toEqual([2, ...left])
    expect(findNote('Groups that an active subscription')).toEqual([1, 'user 6: vip, before: default'])
    expect(findNote('Subscriptions that were over')?.[0]).toBe(2)
    expect(findNote('Orders of subscriptions')?.[0]).toBe(2)
    expect(findNote('Unpaid orders of subscriptions')?.[0]).toBe(1)
    expect(findNote('Bindings by discord_id')?.[0]).toBe(1)
    expect(findNote('Bindings to such providers')?.[0]).toBe(1)
    expect(findNote('Login providers of the site')?.[0]).toBe(1)
    expect(findNote('Models for videos')).toEqual([2, 'kling-v1: 0.2', 'sora-2: 0.1'])
  })

  test('disabled channels for unsupported types', async () => {
    const store = await freshStore()
    const report = await importSample('newapi-2026', store)
    const sora = await store.db.selectFrom('channels').selectAll().where('name', '=', 'Sora').executeTakeFirstOrThrow()
    expect(sora).toMatchObject({ type: 55, status: 1 })
    const abilities = await store.db.selectFrom('abilities').selectAll().where('channel_id', '=', sora.id).execute()
    expect(abilities).toMatchObject([{ enabled: 1 }])
    expect(report.notes.find(({ kind }) => kind.startsWith('Channels of a'))).toMatchObject({
      count: 1,
      examples: ['channel 34 (Codex), type 57'],
    })
  })

  test('channels with their headers, remarks and disabled keys', async () => {
    const store = await freshStore()
    const { notes } = await importSample('newapi-2026', store)
    const rows = await store.db
      .selectFrom('channels')
      .selectAll()
      .where('id', 'in', [22, 30, 31])
      .orderBy('id')
      .execute()
    const [overrides, random, polling] = rows.map((row) => openChannel(secretBox, row))
    expect(rows[0]?.remark).toMatch(/./)
    expect(overrides?.headerChanges.length).toBeGreaterThan(0)
    expect(overrides?.headerChanges.length).toBe(Object.keys(JSON.parse(rows[0]?.header_override ?? '')).length)
    const disabledKeyIndexes = (channel: typeof random) =>
      channel?.allKeys.flatMap((key, index) => (channel.offKeys.has(key) ? [index] : []))
    expect([disabledKeyIndexes(random), disabledKeyIndexes(polling)]).toEqual([[2], [1]])
    expect(random?.keys).toHaveLength((random?.allKeys.length ?? 0) - 1)
    expect(notes.filter(({ kind }) => /^(Channel fields|Keys of|Headers of)/.test(kind))).toEqual([])
  })

  test('hourly sums of the rows, also of rows that were deleted', async () => {
    const store = await freshStore()
    const path = await copySample('newapi-2026', makeFolder())
    changeSample(path, 'delete from logs where type = 2 and created_at < 1795000000')
    await importFrom(path, store)
    const { quota_data } = await sampleFigures('newapi-2026')
    const { quota, calls } = await store.db
      .selectFrom('usage_hours')
      .select(({ fn }) => [fn.sum<number>('quota').as('quota'), fn.sum<number>('calls').as('calls')])
      .executeTakeFirstOrThrow()
    const refunds = 100_000
    expect({ quota: Number(quota) + refunds, calls: Number(calls) }).toEqual({
      quota: quota_data?.sum_quota ?? 0,
      calls: quota_data?.sum_count ?? 0,
    })
  })

  test.each([
    ['newapi-2026', 'allow_ips'],
    ['one-api', 'subnet'],
  ] as const)('unrestricted tokens of %s if %s has only separators', async (sample, column) => {
    const store = await freshStore()
    const path = await copySample(sample, makeFolder())
    changeSample(path, `update tokens set ${column} = ' , '`)
    await importFrom(path, store)
    const lists = await store.db.selectFrom('api_tokens').select('allow_ips').distinct().execute()
    expect(lists).toEqual([{ allow_ips: '' }])
  })

  test('the group order of a token, without the group auto', async () => {
    const store = await freshStore()
    const path = await copySample('newapi-2026', makeFolder())
    changeSample(path, `update tokens set auto_groups = '["auto","vip"]'`)
    await importFrom(path, store)
    const orders = await store.db.selectFrom('api_tokens').select('auto_groups').distinct().execute()
    expect(orders).toEqual([{ auto_groups: '["vip"]' }])
  })

  test('no secret in plain text', async () => {
    const store = await freshStore()
    await importSample('newapi-2026', store)
    const { credentials } = await sampleFigures('newapi-2026')
    await sql`pragma wal_checkpoint(truncate)`.execute(store.db)
    const file = await Bun.file(store.sqlitePath ?? '').text()
    expect(file).toContain('Mistral mapped')
    const secrets = [
      ...credentials.tokens.map(({ key }) => key.replace('sk-', '')),
      ...credentials.access_tokens.map((token) => token.access_token),
      ...credentials.redemption_codes_unused,
      ...Object.values(credentials.totp_secrets ?? {}),
      'gh-secret-0ce3b8',
      'user:pass@proxy',
      'hook-04d41c17',
      'epay-0e36cff4f3d1afa25267',
    ]
    expect(secrets.length).toBeGreaterThan(40)
    expect(secrets.filter((secret) => file.includes(secret))).toEqual([])
  })
})
