import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Channel } from '@sluice/contract/channel'
import { channelCreate, channelUpdate } from '@sluice/contract/channel-write'
import { reasonIn } from '@sluice/contract/error-in-language'
import type { Reason } from '@sluice/contract/error-reasons'
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

/** A value that is refused, the reason in English, and where it is not the field itself the named place. */
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
const ofNew = (refusal: Refusal): Refusal => ({ ...refusal, isNew: true })
const long = (count: number): string => 'x'.repeat(count)
const text = (value: unknown): string => JSON.stringify(value)

/** What each field of the bodies refuses. The compiler demands a row for a new field. */
const refusals: Record<Field, readonly Refusal[]> = {
  id: [refuse({ id: -1 }, 'greater than 0'), refuse({ id: 'one' }, 'must be a number')],
  copy_of: [ofNew(refuse({ copy_of: 1.5 }, 'must be a whole number'))],
  type: [refuse({ type: 998 }, 'not offered'), refuse({ type: '1' }, 'must be a number')],
  key: [
    refuse({ key: 'sk-密钥' }, 'must consist of ASCII letters'),
    refuse({ key: long(262_145) }, 'longer than 262144'),
    refuse({ key: 'a\nb' }, 'need multi_key_mode'),
    refuse({ type: 33, key: 'AK|SK|Frankfurt' }, 'is not a region', 'key.region'),
    refuse({ type: 33, key: 'AK' }, 'must have the form'),
  ],
  name: [
    refuse({ name: long(101) }, 'longer than 100'),
    refuse({ name: 'a\u200bb' }, 'invisible characters'),
    ofNew(refuse({ name: ' ' }, 'fill in name and key')),
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
    refuse({ openai_organization: long(256) }, 'longer than 255'),
  ],
  test_model: [
    refuse({ test_model: long(256) }, 'longer than 255'),
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
    refuse({ base_url: `https://a.example/${long(2_048)}` }, 'longer than 2048'),
  ],
  other: [
    refuse({ type: 3, base_url: 'https://a.example', other: 'latest' }, 'is not an API version'),
    refuse({ other: 5 }, 'must be text'),
  ],
  models: [
    refuse({ models: long(256) }, 'model name too long'),
    refuse({ models: 'a\u202eb' }, 'invisible characters'),
    ofNew(refuse({ models: ' , ' }, 'select at least one model')),
  ],
  group: [refuse({ group: long(65) }, 'group name too long'), refuse({ group: 'a\u200b' }, 'invisible characters')],
  groups: [
    refuse({ groups: 'default' }, 'must be a list'),
    refuse({ groups: [long(65)] }, 'longer than 64', 'groups.0'),
  ],
  model_mapping: [
    refuse({ model_mapping: '{' }, 'is not valid JSON'),
    refuse({ model_mapping: '[]' }, 'must be an object'),
    refuse({ model_mapping: text({ fast: 1 }) }, 'fast: must be text'),
    refuse({ model_mapping: text({ a: 'b', b: 'c', c: 'a' }) }, 'a: other mappings lead back to it'),
  ],
  status_code_mapping: [
    refuse({ status_code_mapping: 'nope' }, 'is not valid JSON'),
    refuse({ status_code_mapping: text({ 400: '999' }) }, '400: needs status codes from 100 to 599'),
    refuse({ status_code_mapping: text({ any: 500 }) }, 'any: needs status codes'),
    refuse({ status_code_mapping: text({ 400: null }) }, '400: needs status codes'),
  ],
  auto_ban: [refuse({ auto_ban: 2 }, 'more than 1'), refuse({ auto_ban: true }, 'must be a number')],
  tag: [refuse({ tag: long(65) }, 'longer than 64'), refuse({ tag: 'a\tb' }, 'invisible characters')],
  setting: [
    refuse({ setting: '{"proxy":' }, 'is not valid JSON'),
    refuse({ setting: '[]' }, 'must be an object'),
    refuse({ setting: text({ force_format: 'yes' }) }, 'must be true or false', 'setting.force_format'),
    refuse({ setting: text({ proxy: 'a.example:80' }) }, 'beginning with http', 'setting.proxy'),
    refuse({ setting: text({ proxy: 'http://169.254.169.254' }) }, 'metadata service', 'setting.proxy'),
    refuse({ setting: text({ limits: { rpm: -1 } }) }, 'less than 0', 'setting.limits.rpm'),
    refuse({ setting: text({ multi_key_mode: 'x' }) }, 'must be one of', 'setting.multi_key_mode'),
  ],
  param_override: [
    refuse({ param_override: '{' }, 'is not valid JSON'),
    refuse({ param_override: '3' }, 'must be an object'),
    refuse(
      {
        param_override: text({
          operations: [
            { mode: 'delete', path: 'a' },
            { mode: 'append', path: 'b' },
          ],
        }),
      },
      'operations.1: an operation is wrong',
    ),
  ],
  header_override: [
    refuse({ header_override: '{' }, 'is not valid JSON'),
    refuse({ header_override: text({ 'X-A': 'one\ntwo' }) }, 'X-A: must consist of ASCII letters, digits and signs'),
    refuse({ header_override: text({ 'bad name': 'x' }) }, 'bad name: is not the name of a header'),
    refuse({ header_override: text({ Host: 'x' }) }, 'Host: this header follows'),
    refuse({ header_override: text({ Cookie: 'x' }) }, 'cookie: only a super administrator'),
  ],
  remark: [refuse({ remark: long(256) }, 'longer than 255'), refuse({ remark: 1 }, 'must be text')],
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
    refuse({ cost_prices: text({ o3: { discount: -1 } }) }, 'o3: must be {"discount": …}'),
    refuse({ cost_prices: text({ o3: { ratio: 1, price: 1 } }) }, 'o3: needs either ratio or price'),
  ],
  multi_key_mode: [refuse({ multi_key_mode: 'all' }, 'must be one of')],
  mode: [
    ofNew(refuse({ mode: 'many', channel: base }, 'must be one of')),
    ofNew(refuse({ channel: base }, 'is required')),
  ],
  channel: [
    ofNew(refuse({ mode: 'single' }, 'is required')),
    ofNew(refuse({ mode: 'single', channel: { ...base, weight: -1 } }, 'less than 0', 'channel.weight')),
  ],
  batch_add_set_key_prefix_2_name: [
    ofNew(refuse({ mode: 'batch', channel: base, batch_add_set_key_prefix_2_name: 'yes' }, 'must be true or false')),
  ],
  key_mode: [refuse({ key: 'sk-2', key_mode: 'join' }, 'must be one of')],
}

const ways = ['POST', 'PUT'] as const
const onlyOfChanges: readonly Field[] = ['id', 'key_mode']

const cases = Object.entries(refusals).flatMap(([field, rows]) =>
  rows.flatMap((row) =>
    ways
      .filter((way) => (way === 'PUT' ? row.isNew !== true : !onlyOfChanges.some((one) => one === field)))
      // One key that several channels could have is refused only where a channel has one.
      .filter((way) => way === 'PUT' || row.body.key !== 'a\nb')
      .map((way) => ({ way, field, body: row.body, at: row.at ?? field, reason: row.reason })),
  ),
)

const contentOf = async (): Promise<Channel> => (await admin.get(`/api/channel/${stored.id}`)).body.data as Channel
const countOf = async (): Promise<number> => (await app.store.db.selectFrom('channels').select('id').execute()).length

test.each(cases)('$way with $body is refused at $at', async ({ way, body, at, reason }) => {
  const [before, count] = [await contentOf(), await countOf()]
  const answer =
    way === 'POST'
      ? await admin.post('/api/channel/', { ...('mode' in body || 'channel' in body ? {} : base), ...body })
      : await admin.put('/api/channel/', { id: stored.id, ...body })
  expect(answer.body).toMatchObject({ success: false, code: 'invalid_parameters' })
  const named = answer.body.fields as Record<string, string>
  expect(Object.keys(named)).toContain(at)
  expect(named[at]).toContain(reason)
  const { [at]: inWords } = answer.body.field_reasons as Record<string, Reason>
  if (inWords === undefined) throw new Error(`no reason at ${at}`)
  for (const language of ['en', 'zh'] as const) {
    const written = reasonIn(language, inWords)
    expect(written).not.toMatch(/\{\{|undefined/)
    expect(/\p{Script=Han}/u.test(written.replaceAll(/"[^"]*"|“[^”]*”/g, ''))).toBe(language === 'zh')
  }
  expect(await contentOf()).toEqual(before)
  expect(await countOf()).toBe(count)
})

test('every field of the bodies has a value that is refused', () => {
  expect(Object.keys(refusals).sort()).toEqual(Object.keys(fields).sort())
  expect(Object.values(refusals).filter((rows) => rows.length === 0)).toEqual([])
})
