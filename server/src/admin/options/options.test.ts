import { beforeAll, expect, test } from 'bun:test'
import type { OptionEntry, OptionOrigins } from '@sluice/contract/option'
import { forTests } from '../../../test/for-tests.ts'
import { startTestApp, type TestClient } from '../test-app.ts'

const app = forTests(startTestApp)
let admin: TestClient
beforeAll(async () => {
  admin = await app.addUser({ role: 10 })
})

const put = (client: TestClient, key: string, value: unknown) => client.put('/api/option/', { key, value })
const readListed = async (key: string) =>
  ((await admin.get('/api/option/')).body.data as OptionEntry[]).find((entry) => entry.key === key)?.value

test('an option is written, listed and takes effect at once', async () => {
  expect((await put(admin, 'RetryTimes', '3')).body.success).toBe(true)
  expect(await readListed('RetryTimes')).toBe('3')
  expect(app.state.current().options.RetryTimes).toBe(3)
})

test('consoles that ask for terms of payment read them as confirmed, here and beside the methods of payment', async () => {
  const key = 'payment_setting.compliance_confirmed'
  expect(await readListed(key)).toBe('true')
  expect((await admin.get('/api/user/topup/info')).body.data).toMatchObject({ payment_compliance_confirmed: true })
  expect((await put(app.root, key, 'false')).body.code).toBe('option_unknown')
})

test('values sent as JSON booleans and numbers are taken as their text', async () => {
  expect((await put(admin, 'TaskEnabled', false)).body.success).toBe(true)
  expect((await put(admin, 'RetryTimes', 2)).body.success).toBe(true)
  expect(app.state.current().options).toMatchObject({ TaskEnabled: false, RetryTimes: 2 })
})

test('a table is replaced completely: omitted entries are deleted', async () => {
  await put(admin, 'claude.default_max_tokens', '{"default":8192,"claude-a":4096}')
  await put(admin, 'claude.default_max_tokens', '{"claude-b":1024}')
  expect(app.state.current().options['claude.default_max_tokens']).toEqual({ 'claude-b': 1024 })
  await put(admin, 'gemini.version_settings', '{}')
  expect(app.state.current().options['gemini.version_settings']).toEqual({})
})

test('unknown keys and unreadable values are refused and change nothing', async () => {
  await put(admin, 'ModelRatio', '{"gpt-4o":1.25}')
  const before = app.state.current().options
  const unknown = await put(admin, 'NoSuchOption', 'x')
  expect(unknown).toMatchObject({ status: 400, body: { success: false, code: 'option_unknown' } })
  for (const [key, value] of [
    ['ModelRatio', '{broken'],
    ['ModelRatio', '{"gpt-4o":"1"}'],
    ['GroupRatio', '{"vip":-1}'],
    ['RetryTimes', 'many'],
    ['DemoSiteEnabled', 'yes'],
    ['ServerAddress', 'ftp://host'],
  ] as const)
    expect(await put(app.root, key, value)).toMatchObject({ status: 400, body: { code: 'option_invalid' } })
  expect(await put(admin, 'Logo', { a: 1 })).toMatchObject({ status: 400, body: { success: false } })
  expect(app.state.current().options).toEqual(before)
  const rows = await app.store.db.selectFrom('options').selectAll().where('name', '=', 'NoSuchOption').execute()
  expect(rows).toEqual([])
})

test.each([
  ['ModelRatio', '{"gpt-4o":1,"gpt-4o":2}', 'gpt-4o is given twice'],
  ['PriceRules', '{"m":[{"when":{"input_over":1,"input_over":2},"set":{"factor":1}}]}', 'input_over is given twice'],
  ['ModelPrice', '{" gpt-4o":1}', 'names must not be empty, or begin or end with a space'],
  ['GroupRatio', '{"":1}', 'names must not be empty, or begin or end with a space'],
  ['GroupRatio', '{}', 'the group default must stay'],
  ['GroupRatio', '{"default":1,"__proto__":2}', 'the name __proto__ cannot be used'],
  ['GroupGroupRatio', '{"a":{"\\u005f_proto__":2}}', 'the name __proto__ cannot be used'],
  ['TopupGroupRatio', '{"default":1,"vip":0}', 'vip must be greater than 0'],
  ['GroupRatio', '{"a,b":1}', 'names must not contain a comma'],
  ['ModelRatio', '{"gpt-4o":1e30}', 'gpt-4o must not be more than 1000000000'],
  ['claude.default_max_tokens', '{"default":0.5}', 'default must be a whole number'],
  ['claude.default_max_tokens', '{"default":0}', 'default must not be less than 1'],
  ['QuotaPerUnit', '0.0000001', 'must not have more than six decimals'],
  ['TopUpLink', 'javascript:alert(1)', 'must start with http:// or https://'],
  ['general_setting.docs_link', 'data:text/html,x', 'must start with http:// or https://'],
  ['Logo', 'javascript:alert(1)', 'must be an http or https address, or a path that begins with /'],
  ['Chats', '[{"x":" JavaScript:alert(1)"}]', 'entry 1, x must not be an address that runs a script'],
])('%s refuses %s', async (key, value, reason) => {
  const before = app.state.current().options
  const answer = await put(app.root, key, value)
  expect(answer).toMatchObject({ status: 400, body: { code: 'option_invalid', fields: { [key]: reason } } })
  expect(app.state.current().options).toEqual(before)
})

test.each([
  ['ModelRatio', '{"模型 v3":1e-9,"a/b":0}'],
  ['Chats', '[{"Client":"opencat://team/join?domain={address}&token={key}"},{"Own":"{address}/chat"}]'],
  ['Logo', '/logo.png'],
  ['QuotaPerUnit', '500000.123456'],
])('%s accepts %s', async (key, value) => {
  expect((await put(app.root, key, value)).body.success).toBe(true)
})

test.each([
  ['log_retention.charge_days', '1'],
  ['log_retention.error_days', '1'],
  ['log_retention.content_days', '1'],
  ['LogConsumeEnabled', 'false'],
  ['Chats', '[{"x":"https://any.example/?k={key}"}]'],
  ['KeyInQueryEnabled', 'true'],
  ['TopUpLink', 'https://any.example'],
])('an administrator does not write %s, which reaches beyond an administrator', async (key, value) => {
  const before = app.state.current().options
  expect((await put(admin, key, value)).body.code).toBe('insufficient_rights')
  expect(app.state.current().options).toEqual(before)
})

test('only a super administrator writes the options of the system tab', async () => {
  expect((await put(admin, 'ServerAddress', 'https://a.example')).body.code).toBe('insufficient_rights')
  expect((await put(app.root, 'ServerAddress', 'https://a.example/')).body.success).toBe(true)
  expect(await readListed('ServerAddress')).toBe('https://a.example')
})

test('a switch is refused until its needs are met', async () => {
  expect((await put(app.root, 'GitHubOAuthEnabled', 'true')).body).toMatchObject({
    code: 'option_invalid',
    field_reasons: {
      GitHubOAuthEnabled: { code: 'fillInFirst', params: { names: 'GitHubClientId, GitHubClientSecret' } },
    },
  })
  await put(app.root, 'GitHubClientId', 'id')
  await put(app.root, 'GitHubClientSecret', 'secret')
  expect((await put(app.root, 'GitHubOAuthEnabled', 'true')).body.success).toBe(true)
})

test('a secret is encrypted, never listed and not in the audit trail', async () => {
  expect((await put(app.root, 'SMTPToken', 'open sesame')).body.success).toBe(true)
  expect(app.state.current().options.SMTPToken).toBe('open sesame')
  expect(await readListed('SMTPToken')).toBeUndefined()
  const row = await app.store.db
    .selectFrom('options')
    .select('value')
    .where('name', '=', 'SMTPToken')
    .executeTakeFirstOrThrow()
  expect(row.value).not.toContain('sesame')
  const trail = await admin.get('/api/audit/?p=1&page_size=1&action=option.set')
  expect(JSON.stringify(trail.body.data)).not.toContain('sesame')
})

test('a reset restores the default ratios', async () => {
  await put(admin, 'ModelRatio', '{"only-mine":1}')
  expect((await admin.post('/api/option/rest_model_ratio')).body.success).toBe(true)
  expect(app.state.current().options.ModelRatio).not.toHaveProperty('only-mine')
})

test('every write is recorded in the audit trail with its actor, the option and both values', async () => {
  await put(admin, 'SystemName', 'Weir')
  const answer = await admin.get('/api/audit/?p=1&page_size=1&action=option.set')
  expect(answer.body.data).toMatchObject({
    page: 1,
    page_size: 1,
    items: [
      {
        actor_id: admin.id,
        action: 'option.set',
        object_id: 'SystemName',
        before: '"Sluice"',
        after: '"Weir"',
        ip: '192.0.2.1',
      },
    ],
  })
})

test('demo mode refuses every write except the one that ends it', async () => {
  await put(app.root, 'DemoSiteEnabled', 'true')
  expect(await put(app.root, 'Logo', '/x.png')).toMatchObject({ status: 405, body: { code: 'demo_site' } })
  expect(await app.root.put('/api/user/self', { display_name: 'x' })).toMatchObject({ status: 405 })
  expect((await app.root.get('/api/user/token')).status).toBe(405)
  expect((await app.root.get('/api/option/')).status).toBe(200)
  expect((await put(app.root, 'DemoSiteEnabled', 'false')).body.success).toBe(true)
  expect((await put(app.root, 'Logo', '/x.png')).body.success).toBe(true)
})

test('the newest change of an option has its author, its time and the value before, never a secret', async () => {
  await app.root.put('/api/option/', { key: 'RetryTimes', value: '2' })
  await admin.put('/api/option/', { key: 'RetryTimes', value: '3' })
  await app.root.put('/api/option/', { key: 'SMTPToken', value: 'a secret of the mail server' })
  const read = async (client: TestClient) => (await client.get('/api/option/origins')).body.data as OptionOrigins
  const { changes, environment } = await read(app.root)
  expect(changes.find(({ key }) => key === 'RetryTimes')).toMatchObject({ by: expect.any(String), before: '2' })
  expect(changes.find(({ key }) => key === 'SMTPToken')).toMatchObject({ before: null })
  expect(environment).toContainEqual({ name: 'SMTP_TLS', value: 'verify', is_default: true })
  expect((await read(admin)).environment).toEqual([])
})
