import { afterEach, describe, expect, test } from 'bun:test'
import { changeSample, copySample, type ImportSample } from '../../test/import-samples.ts'
import { billableUse } from '../core/billing/billable.ts'
import { chargeOf } from '../core/billing/charge.ts'
import { noUsage } from '../core/usage/usage.ts'
import { createPasswords } from '../identity/passwords.ts'
import { buildOptionValues } from '../state/option-values.ts'
import { priceListOf } from '../state/price-list-of.ts'
import type { Store } from '../store/open-database.ts'
import { readOptionTexts } from '../store/options.ts'
import { buildReportText } from './build-report-text.ts'
import type { ImportReport } from './run-import.ts'
import { clock, findDifferences, freshStore, importFrom, importSample, makeFolder, releaseAll } from './test-imports.ts'

afterEach(releaseAll)

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

  test('options that set prices are named with their models, apart from the others', async () => {
    const path = await changed(
      'newapi-2026',
      `insert into options (key, value) values ('other_setting.model_price', '{"dear-model": 1, "other-model": 2}')`,
      "insert into options (key, value) values ('another_setting.colour', 'blue')",
    )
    const report = await importFrom(path, await freshStore())
    expect(kindsOf(report, 'Options that set prices')).toMatchObject([
      { examples: ['other_setting.model_price: dear-model, other-model'] },
    ])
    const others = kindsOf(report, 'Options that this program')[0]?.examples
    expect(others).toContain('another_setting.colour')
    expect(others).not.toContain('other_setting.model_price')
  })

  test('price expressions are imported; models with an invalid one are named, and have no other price', async () => {
    const expressions = { good: 'tier("base", p * 2)', broken: 'p * 2 ||| c', unused: 'p' }
    const modes = { good: 'tiered_expr', broken: 'tiered_expr', none: 'tiered_expr', unused: 'ratio' }
    const ratios = { good: 9, broken: 9, none: 9 }
    const path = await changed(
      'newapi-2026',
      "delete from options where key like 'billing_setting.%' or key = 'ModelRatio'",
      `insert into options (key, value) values ('billing_setting.billing_expr', '${JSON.stringify(expressions)}')`,
      `insert into options (key, value) values ('billing_setting.billing_mode', '${JSON.stringify(modes)}')`,
      `insert into options (key, value) values ('ModelRatio', '${JSON.stringify(ratios)}')`,
    )
    const store = await freshStore()
    const report = await importFrom(path, store)
    expect(kindsOf(report, 'Models that are priced by an expression')).toMatchObject([{ examples: ['good'] }])
    expect(kindsOf(report, 'Models whose price expression cannot')).toMatchObject([
      { examples: ['broken: character 9: | cannot stand here', 'none: has none'] },
    ])
    const prices = priceListOf(buildOptionValues(await readOptionTexts(store.db), () => undefined))
    expect(prices.priceOf('good', 0)?.base.kind).toBe('expression')
    expect([prices.priceOf('broken', 0), prices.priceOf('none', 0)]).toEqual([null, null])
  })

  test('the report has every row that was left out, of which the terminal shows ten', async () => {
    const keys = Array.from({ length: 12 }, (_, at) => `a_setting.name_${String(at).padStart(2, '0')}`)
    const rows = keys.map((key) => `('${key}', '1')`).join(', ')
    const path = await changed('one-api', `insert into options (key, value) values ${rows}`)
    const report = await importFrom(path, await freshStore())
    const [{ count = 0, examples = [] } = {}] = kindsOf(report, 'Options that this program')
    expect(examples).toHaveLength(count)
    expect(examples).toEqual(expect.arrayContaining(keys))
    const text = buildReportText(report, { isDryRun: false })
    expect(text).toContain(`and ${count - 10} more; --json lists them`)
    expect(keys.filter((key) => text.includes(key)).length).toBeLessThanOrEqual(10)
  })

  test('administrators with a password that everyone tries are named, and those whose password cannot be seen', async () => {
    const trivial = await Bun.password.hash('123456', { algorithm: 'bcrypt', cost: 4 })
    const better = await Bun.password.hash('a long sentence', { algorithm: 'bcrypt', cost: 4 })
    const path = await changed(
      'newapi-2025',
      `update users set password = '${trivial}'`,
      `update users set password = '${better}', role = 10 where id = 4`,
    )
    const store = await freshStore()
    const report = await importFrom(path, store, { passwords: createPasswords({ memoryCost: 8, timeCost: 1 }) })
    const root = await store.db.selectFrom('users').select('username').where('role', '=', 100).executeTakeFirst()
    const ordinary = await store.db.selectFrom('users').select('username').where('role', '=', 1).execute()
    const named = kindsOf(report, 'Administrators with a password that everyone tries')[0]?.examples ?? []
    expect(named).toContain(root?.username ?? '')
    for (const { username } of ordinary) expect(named).not.toContain(username)
    expect(kindsOf(report, 'Administrators whose password may be shorter')).toMatchObject([
      { examples: [(await readUser(store, 4))?.username ?? ''] },
    ])
  })

  const firstCall = '(select min(id) from logs where type = 2)'
  test.each([
    ['users', "quota = 'much'", '3', 'row 3 of the table users', 'quota is "much"', 'quota = 5'],
    ['tokens', "remain_quota = 'x'", '2', 'row 2 of the table tokens', 'remain_quota is "x"', 'remain_quota = 5'],
    ['logs', "quota = 'x'", firstCall, 'of the table logs', 'quota is "x"', 'quota = 0'],
    ['users', 'quota = 9007199254740993', '3', 'row 3 of the table users', 'quota is 9007199254740993', 'quota = 5'],
    [
      'tokens',
      'key = (select key from tokens where id = 1)',
      '3',
      'row 3 of the table tokens',
      'another row already has this value: api_tokens.key_hash',
      "key = 'another'",
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
