import { afterEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createDatabase, engineNames } from '../../test/databases.ts'
import {
  changeSample,
  copySample,
  type ImportSample,
  importSamples,
  restoreSample,
  sampleFigures,
} from '../../test/import-samples.ts'
import { auditLedger } from '../cli/ledger-audit.ts'
import { billableUse } from '../core/billing/billable.ts'
import { chargeOf } from '../core/billing/charge.ts'
import { noUsage } from '../core/usage/usage.ts'
import { closeEpoch, openEpoch } from '../ledger/epochs.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { createManualClock } from '../platform/test-clock.ts'
import { buildOptionValues } from '../state/option-values.ts'
import { priceListOf } from '../state/price-list-of.ts'
import type { Store } from '../store/open-database.ts'
import { readOptionTexts } from '../store/options.ts'
import { engines } from '../store/test-databases.ts'
import { openChannel } from '../upkeep/open-channel.ts'
import { openSource } from './open-source.ts'
import { type ImportReport, runImport } from './run-import.ts'
import { agrees } from './verify-import.ts'

const secretBox = createSecretBox('a secret that only this test knows 4711')
const clock = createManualClock(Date.UTC(2026, 10, 23))

const releases: (() => unknown)[] = []
afterEach(async () => {
  for (const release of releases.splice(0).reverse()) await release()
})

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-import-test-'))
  releases.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function freshStore(engine = engines[0]): Promise<Store> {
  if (engine === undefined) throw new Error('no database engine')
  const store = await engine.fresh()
  releases.push(() => store.close())
  return store
}

async function importFrom(from: string, store: Store, onProgress?: (step: string) => void) {
  const source = await openSource(from)
  try {
    return await runImport({
      source,
      store,
      secretBox,
      clock,
      version: 'test',
      ...(onProgress && { onProgress }),
    })
  } finally {
    await source.close()
  }
}

const importSample = async (sample: ImportSample, store: Store) =>
  importFrom(await copySample(sample, makeFolder()), store)

const findDifferences = ({ figures }: ImportReport) => figures.filter((figure) => !agrees(figure))

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
    expect(second.steps.filter(({ rows }) => rows > 0)).toEqual([{ name: 'usage log', rows: 1 }])
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
      await expect(importFrom(path, store, interrupt)).rejects.toThrow('power cut')
      expect(findDifferences(await importFrom(path, store))).toEqual([])
      expect(await auditLedger(store)).toMatchObject({ isClean: true })
    },
  )

  test('requires an empty database', async () => {
    const store = await freshStore()
    await importSample('one-api', store)
    await expect(importSample('newapi-2025', store)).rejects.toThrow('Another database was imported')
    const used = await freshStore()
    const row = { type: 3, username: '', token_id: 0, token_name: '', channel_id: 0, model_name: '' }
    await used.db
      .insertInto('usage_logs')
      .values({
        ...row,
        ...{ user_id: 1, created_at: 1, group_name: '', quota: 0, list_quota: 0, cost_quota: 0 },
        ...{ prompt_tokens: 0, completion_tokens: 0, use_time_ms: 0, is_stream: 0, request_id: '' },
        ...{ content: '', detail: '{}' },
      })
      .execute()
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

  test('a report of subscriptions and unsupported bindings with what their owners lose', async () => {
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
  })

  test('disabled channels for unsupported types', async () => {
    const store = await freshStore()
    const report = await importSample('newapi-2026', store)
    const sora = await store.db.selectFrom('channels').selectAll().where('name', '=', 'Sora').executeTakeFirstOrThrow()
    expect(sora).toMatchObject({ type: 8, status: 2 })
    const abilities = await store.db.selectFrom('abilities').selectAll().where('channel_id', '=', sora.id).execute()
    expect(abilities).toMatchObject([{ enabled: 0 }])
    expect(report.notes.find(({ kind }) => kind.startsWith('Channels of a'))).toMatchObject({
      count: 3,
      examples: ['channel 32 (Sora), type 55', 'channel 33 (Kling), type 50', 'channel 34 (Codex), type 57'],
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
      ...['gh-secret-0ce3b8', 'user:pass@proxy', 'hook-04d41c17', 'epay-0e36cff4f3d1afa25267'],
    ]
    expect(secrets.length).toBeGreaterThan(40)
    expect(secrets.filter((secret) => file.includes(secret))).toEqual([])
  })
})

describe('an import never widens rights and loses nothing in silence', () => {
  const kindsOf = ({ notes }: ImportReport, start: string) => notes.filter(({ kind }) => kind.startsWith(start))
  const changed = async (sample: ImportSample, ...statements: string[]) => {
    const path = await copySample(sample, makeFolder())
    for (const statement of statements) changeSample(path, statement)
    return path
  }
  const readUser = ({ db }: Store, id: number) =>
    db.selectFrom('users').select(['username', 'display_name', 'role', 'quota']).where('id', '=', id).executeTakeFirst()

  test('an administrator who is denied a right is an ordinary account, and is named', async () => {
    const store = await freshStore()
    const report = await importSample('newapi-2026', store)
    expect(await readUser(store, 3)).toMatchObject({ role: 1 })
    expect(kindsOf(report, 'Administrators who are denied')).toMatchObject([
      { count: 1, examples: [expect.stringMatching(/^user 3 \(.+\): channel write$/)] },
    ])
    expect(kindsOf(report, 'Rules of administrators')).toMatchObject([{ examples: ['p user:3 channel write deny'] }])
    expect(kindsOf(report, 'Administrators who may create')).toHaveLength(1)
  })

  test.each([
    "insert into casbin_rule (ptype, v0, v1, v2, v3) values ('p', 'role:admin', 'channel', 'read', 'deny')",
    "update authz_roles set enabled = 0 where key = 'admin'",
  ])('what is denied to every administrator leaves none: %s', async (statement) => {
    const store = await freshStore()
    await importFrom(await changed('newapi-2026', statement), store)
    expect(await store.db.selectFrom('users').select('id').where('role', '=', 10).execute()).toEqual([])
    expect(await store.db.selectFrom('users').select('id').where('role', '=', 100).execute()).toHaveLength(1)
  })

  test('a role of a group that is denied a right counts for its members', async () => {
    const store = await freshStore()
    const path = await changed(
      'newapi-2026',
      "delete from casbin_rule where v0 = 'user:3'",
      "insert into casbin_rule (ptype, v0, v1, v2, v3) values ('p', 'role:ops', 'channel', 'write', 'deny')",
      "insert into casbin_rule (ptype, v0, v1) values ('g', 'user:3', 'role:ops')",
    )
    await importFrom(path, store)
    expect(await readUser(store, 3)).toMatchObject({ role: 1 })
  })

  test.each(['newapi-2025', 'newapi-2026', 'one-api'] as const)(
    'unknown roles of %s are ordinary accounts',
    async (sample) => {
      const store = await freshStore()
      const path = await changed(
        sample,
        'update users set role = 99999 where id = 4',
        'update users set role = 50 where id = 5',
      )
      const report = await importFrom(path, store)
      expect(await readUser(store, 4)).toMatchObject({ role: 1 })
      expect(await readUser(store, 5)).toMatchObject({ role: 1 })
      expect(kindsOf(report, 'Unknown roles')).toMatchObject([
        { count: 2, examples: [expect.stringMatching(/^user 4 .*: 99999$/), expect.stringMatching(/^user 5 /)] },
      ])
    },
  )

  test('names lose invisible characters, and stay unique', async () => {
    const store = await freshStore()
    const path = await changed(
      'newapi-2025',
      "update users set username = 'ro' || char(27) || 'ot', display_name = 'a' || char(8238) || 'b' where id = 4",
      "update users set username = 'visi' || char(8203) || 'ble' where id = 5",
      'update users set username = char(8203) where id = 6',
      "update tokens set name = 'k' || char(7) where id = 1",
    )
    const root = await changed('newapi-2025')
    const report = await importFrom(path, store)
    expect(root).not.toBe(path)
    const [first] = [await readUser(store, 1)]
    expect(await readUser(store, 4)).toMatchObject({
      username: first?.username === 'root' ? 'user_4' : 'root',
      display_name: 'ab',
    })
    expect(await readUser(store, 5)).toMatchObject({ username: 'visible' })
    expect(await readUser(store, 6)).toMatchObject({ username: 'user_6' })
    const named = kindsOf(report, 'Names with invisible characters')[0]?.examples
    expect(named).toEqual([
      'user 4: username',
      'user 4: display_name',
      'user 5: username',
      'user 6: username',
      'token 1: name',
    ])
  })

  const firstCall = '(select min(id) from logs where type = 2)'
  test.each([
    ['users', "quota = 'much'", '3', 'row 3 of the table users', 'quota is "much"', 'quota = 5'],
    ['tokens', "remain_quota = 'x'", '2', 'row 2 of the table tokens', 'remain_quota is "x"', 'remain_quota = 5'],
    ['logs', "quota = 'x'", firstCall, 'of the table logs', 'quota is "x"', 'quota = 0'],
    ['users', 'quota = 9007199254740993', '3', 'row 3 of the table users', 'quota is 9007199254740993', 'quota = 5'],
    [
      ...['tokens', 'key = (select key from tokens where id = 1)', '3', 'row 3 of the table tokens'],
      ...['another row already has this value: api_tokens.key_hash', "key = 'another'"],
    ],
  ])('is refused with table, row and remedy: %s %s', async (table, fault, id, row, reason, remedy) => {
    const store = await freshStore()
    const setTo = (change: string) => `update ${table} set ${change} where id = ${id}`
    const path = await changed('newapi-2025', 'drop index if exists idx_tokens_key', setTo(fault))
    const failure = await importFrom(path, store).then(
      () => '',
      (error: Error) => error.message,
    )
    for (const part of [row, reason, 'start the import again']) expect(failure).toContain(part)
    // What is imported stays, and the corrected source continues.
    changeSample(path, setTo(remedy))
    expect(findDifferences(await importFrom(path, store))).toEqual([])
  })

  test('names deleted accounts and tokens, sessions and unpaid orders', async () => {
    const report = await importSample('newapi-2026', await freshStore())
    for (const kind of ['Deleted accounts', 'Open sessions', 'Unpaid orders'])
      expect(kindsOf(report, kind).length).toBeGreaterThan(0)
    const path = await changed('newapi-2025', "update tokens set deleted_at = '2026-05-01 00:00:00' where id = 1")
    const older = await importFrom(path, await freshStore())
    expect(kindsOf(older, 'Deleted tokens')[0]?.examples.join()).toContain('token 1 of user')
    expect(kindsOf(older, 'Deleted accounts')[0]?.count).toBe(2)
    expect(kindsOf(older, 'Unpaid orders').reduce((sum, { count }) => sum + count, 0)).toBe(2)
  })

  test('models of One API without a ratio get its ratio for them, as a price that is named', async () => {
    const store = await freshStore()
    const report = await importSample('one-api', store)
    const [note] = kindsOf(report, 'Models without a price')
    expect(note?.examples).toContain('fixed-price-chat')
    expect(findDifferences(report)).toEqual([])
    const options = buildOptionValues(await readOptionTexts(store.db), () => undefined)
    const price = priceListOf(options).priceOf('fixed-price-chat', clock.now())
    const usage = { ...noUsage, inputText: 32, outputText: 56 }
    if (price === null) throw new Error('no price')
    const charge = chargeOf(billableUse(usage), price, { groupRatio: 1, quotaPerUnit: 500_000 })
    expect(Number(charge.quota)).toBe(2_640)
    const again = await importSample('newapi-2025', await freshStore())
    expect(kindsOf(again, 'Models without a price')).toEqual([])
  })
})
