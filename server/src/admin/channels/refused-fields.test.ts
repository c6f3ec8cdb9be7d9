import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Channel } from '@sluice/contract/channel'
import { channelCreate, channelUpdate } from '@sluice/contract/channel-write'
import type { Reason } from '@sluice/contract/error-reasons'
import { render } from '@sluice/contract/messages/render'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

let app: TestApp
let admin: TestClient
let stored: Channel

const base = { name: 'main', key: 'sk-secret-1', models: 'gpt-4o' }

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.addUser({ role: 10 })
  const made = await admin.post('/api/channel/', base)
  const [channel] = made.body.data as Channel[]
  if (channel === undefined) throw new Error('no channel was made')
  stored = channel
})
afterAll(() => app.close())

const fields = { ...channelCreate.shape, ...channelUpdate.shape }
type Field = keyof typeof fields

/** A refused value, the English reason, and the place that the refusal names if it is not the field itself. */
interface Refusal {
  body: Record<string, unknown>
  reason: string
  at?: string
  /** Only new channels have the field. */
  isNew?: true
}

const refuse = (body: Refusal['body'], reason: string, at?: string): Refusal => ({
  body,
  reason,
  ...(at !== undefined && { at }),
})
const onCreate = (refusal: Refusal): Refusal => ({ ...refusal, isNew: true })
const textOfLength = (count: number): string => 'x'.repeat(count)
const toJson = (value: unknown): string => JSON.stringify(value)

/** Values that each field of the bodies refuses. Without a row for each field this does not compile. */
const refusals: Record<Field, readonly Refusal[]> = {
  id: [refuse({ id: -1 }, 'greater than 0'), refuse({ id: 'one' }, 'must be a number')],
  copy_of: [onCreate(refuse({ copy_of: 1.5 }, 'must be a whole number'))],
  type: [refuse({ type: 998 }, 'not offered'), refuse({ type: '1' }, 'must be a number')],
  key: [
    refuse({ key: 'sk-密钥' }, 'must consist of ASCII letters'),
    refuse({ key: textOfLength(262_145) }, 'longer than 262144'),
    refuse({ key: 'a\nb' }, 'need multi_key_mode'),
    refuse({ type: 33, key: 'AK|SK|Frankfurt' }, 'is not a region', 'key.region'),
    refuse({ type: 33, key: 'AK' }, 'must have the form'),
  ],
  name: [
    refuse({ name: textOfLength(101) }, 'longer than 100'),
    refuse({ name: 'a\u200bb' }, 'invisible characters'),
    onCreate(refuse({ name: ' ' }, 'must not be empty')),
  ],
  status: [refuse({ status: 4 }, 'more than 3'), refuse({ status: 0 }, 'less than 1')],
  weight: [
    refuse({ weight: -1 }, 'less than 0'),
    refuse({ weight: 1.5 }, 'must be a whole number'),
    refuse({ weight: 1_000_001 }, 'more than 1000000'),
  ],
  priority: [
    refuse({ priority: '5' }, 'must be a number'),
    refuse({ priority: -1_000_000_001 }, 'less than -1000000000'),
  ],
  openai_organization: [
    refuse({ openai_organization: '组织' }, 'must consist of ASCII letters'),
    refuse({ openai_organization: 'a\nb' }, 'must consist of ASCII letters'),
    refuse({ openai_organization: textOfLength(256) }, 'longer than 255'),
  ],
  test_model: [
    refuse({ test_model: textOfLength(256) }, 'longer than 255'),
    refuse({ test_model: 'a\u200b' }, 'invisible characters'),
  ],
  base_url: [
    refuse({ base_url: 'api.example.com' }, 'not a valid address'),
    refuse({ base_url: 'ftp://a.example' }, 'must begin with http'),
    refuse({ base_url: 'https://me:secret@a.example' }, 'name or password'),
    refuse({ base_url: 'https://a.example/#x' }, 'must not contain a #'),
    refuse({ base_url: 'https://a.example?x=1' }, 'must not contain a query'),
    refuse({ base_url: 'http://169.254.169.254' }, 'metadata service'),
    refuse({ type: 8, base_url: '' }, 'needs a base URL'),
    refuse({ base_url: `https://a.example/${textOfLength(2_048)}` }, 'longer than 2048'),
  ],
  other: [
    refuse({ type: 3, base_url: 'https://a.example', other: 'latest' }, 'is not an API version'),
    refuse({ other: 5 }, 'must be text'),
  ],
  models: [
    refuse({ models: textOfLength(256) }, 'model name too long'),
    refuse({ models: 'a\u202eb' }, 'invisible characters'),
    onCreate(refuse({ models: ' , ' }, 'select at least one model')),
  ],
  group: [
    refuse({ group: textOfLength(65) }, 'group name too long'),
    refuse({ group: 'a\u200b' }, 'invisible characters'),
  ],
  groups: [
    refuse({ groups: 'default' }, 'must be a list'),
    refuse({ groups: [textOfLength(65)] }, 'longer than 64', 'groups.0'),
  ],
  model_mapping: [
    refuse({ model_mapping: '{' }, 'is not valid JSON'),
    refuse({ model_mapping: '[]' }, 'must be an object'),
    refuse({ model_mapping: toJson({ fast: 1 }) }, 'fast must be text'),
    refuse({ model_mapping: toJson({ a: 'b', b: 'c', c: 'a' }) }, 'a: other mappings lead back to it'),
  ],
  status_code_mapping: [
    refuse({ status_code_mapping: 'nope' }, 'is not valid JSON'),
    refuse({ status_code_mapping: toJson({ 400: '999' }) }, '400 needs status codes from 100 to 599'),
    refuse({ status_code_mapping: toJson({ any: 500 }) }, 'any needs status codes'),
    refuse({ status_code_mapping: toJson({ 400: null }) }, '400 needs status codes'),
  ],
  auto_ban: [refuse({ auto_ban: 2 }, 'more than 1'), refuse({ auto_ban: true }, 'must be a number')],
  tag: [refuse({ tag: textOfLength(65) }, 'longer than 64'), refuse({ tag: 'a\tb' }, 'invisible characters')],
  setting: [
    refuse({ setting: '{"proxy":' }, 'is not valid JSON'),
    refuse({ setting: '[]' }, 'must be an object'),
    refuse({ setting: toJson({ force_format: 'yes' }) }, 'must be true or false', 'setting.force_format'),
    refuse({ setting: toJson({ proxy: 'a.example:80' }) }, 'beginning with http', 'setting.proxy'),
    refuse({ setting: toJson({ proxy: 'http://169.254.169.254' }) }, 'metadata service', 'setting.proxy'),
    refuse({ setting: toJson({ limits: { rpm: -1 } }) }, 'less than 0', 'setting.limits.rpm'),
    refuse({ setting: toJson({ multi_key_mode: 'x' }) }, 'must be one of', 'setting.multi_key_mode'),
  ],
  param_override: [
    refuse({ param_override: '{' }, 'is not valid JSON'),
    refuse({ param_override: '3' }, 'must be an object'),
    refuse(
      {
        param_override: toJson({
          operations: [
            { mode: 'delete', path: 'a' },
            { mode: 'append', path: 'b' },
          ],
        }),
      },
      'operations, entry 2: an operation is wrong',
    ),
  ],
  header_override: [
    refuse({ header_override: '{' }, 'is not valid JSON'),
    refuse({ header_override: toJson({ 'X-A': 'one\ntwo' }) }, 'X-A must consist of ASCII letters, digits and signs'),
    refuse({ header_override: toJson({ 'bad name': 'x' }) }, 'bad name is not the name of a header'),
    refuse({ header_override: toJson({ Host: 'x' }) }, 'Host: this header follows'),
    refuse({ header_override: toJson({ Cookie: 'x' }) }, 'cookie: only a super administrator'),
  ],
  remark: [refuse({ remark: textOfLength(256) }, 'longer than 255'), refuse({ remark: 1 }, 'must be text')],
  max_input_tokens: [
    refuse({ max_input_tokens: -1 }, 'less than 0'),
    refuse({ max_input_tokens: 2e9 }, 'more than 1000000000'),
  ],
  expired_time: [
    refuse({ expired_time: -2 }, 'less than -1'),
    refuse({ expired_time: '2030-01-01' }, 'must be a number'),
  ],
  cost_prices: [
    refuse({ cost_prices: '{' }, 'is not valid JSON'),
    refuse({ cost_prices: toJson({ o3: { discount: -1 } }) }, 'o3 must be {"discount": …}'),
    refuse(
      { cost_prices: toJson({ o3: { ratio: 1, price: 1 } }) },
      'o3 needs exactly one of ratio, price, second_price and character_price',
    ),
  ],
  multi_key_mode: [refuse({ multi_key_mode: 'all' }, 'must be one of')],
  mode: [
    onCreate(refuse({ mode: 'many', channel: base }, 'must be one of')),
    onCreate(refuse({ channel: base }, 'is required')),
  ],
  channel: [
    onCreate(refuse({ mode: 'single' }, 'is required')),
    onCreate(refuse({ mode: 'single', channel: { ...base, weight: -1 } }, 'less than 0', 'channel.weight')),
  ],
  batch_add_set_key_prefix_2_name: [
    onCreate(refuse({ mode: 'batch', channel: base, batch_add_set_key_prefix_2_name: 'yes' }, 'must be true or false')),
  ],
  key_mode: [refuse({ key: 'sk-2', key_mode: 'join' }, 'must be one of')],
}

const methods = ['POST', 'PUT'] as const
const updateOnlyFields: readonly Field[] = ['id', 'key_mode']

const cases = Object.entries(refusals).flatMap(([field, rows]) =>
  rows.flatMap((row) =>
    methods
      .filter((method) => (method === 'PUT' ? row.isNew !== true : !updateOnlyFields.some((name) => name === field)))
      // A new channel with two lines of keys is not refused: it becomes two channels.
      .filter((method) => method === 'PUT' || row.body.key !== 'a\nb')
      .map((method) => ({ method, field, body: row.body, at: row.at ?? field, reason: row.reason })),
  ),
)

const readStored = async (): Promise<Channel> => (await admin.get(`/api/channel/${stored.id}`)).body.data as Channel
const countChannels = async (): Promise<number> =>
  (await app.store.db.selectFrom('channels').select('id').execute()).length

test.each(cases)('$method with $body is refused at $at', async ({ method, body, at, reason }) => {
  const [before, count] = [await readStored(), await countChannels()]
  const answer =
    method === 'POST'
      ? await admin.post('/api/channel/', { ...('mode' in body || 'channel' in body ? {} : base), ...body })
      : await admin.put('/api/channel/', { id: stored.id, ...body })
  expect(answer.body).toMatchObject({ success: false, code: 'invalid_parameters' })
  const messages = answer.body.fields as Record<string, string>
  expect(Object.keys(messages)).toContain(at)
  expect(messages[at]).toContain(reason)
  const { [at]: fieldReason } = answer.body.field_reasons as Record<string, Reason>
  if (fieldReason === undefined) throw new Error(`no reason at ${at}`)
  for (const language of ['en', 'zh'] as const) {
    const written = render(language, 'reasons', fieldReason)
    expect(written).not.toMatch(/\{\{|undefined/)
    expect(/\p{Script=Han}/u.test(written.replaceAll(/"[^"]*"|“[^”]*”/g, ''))).toBe(language === 'zh')
  }
  expect(await readStored()).toEqual(before)
  expect(await countChannels()).toBe(count)
})

test('every field of the bodies has a value that is refused', () => {
  expect(Object.keys(refusals).sort()).toEqual(Object.keys(fields).sort())
  expect(Object.values(refusals).filter((rows) => rows.length === 0)).toEqual([])
})

test('a refusal names the field before its fault', async () => {
  const { body } = await admin.post('/api/channel/', { ...base, key: '' })
  expect(body.message).toBe('key must not be empty.')
})

test('a channel of a service without keys needs none', async () => {
  const { body } = await admin.post('/api/channel/', { ...base, type: 4, key: '' })
  expect(body.success).toBe(true)
  const [channel] = body.data as Channel[]
  expect(channel?.key_count).toBe(1)
})
