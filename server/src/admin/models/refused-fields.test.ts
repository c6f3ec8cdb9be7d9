import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { ModelCardCreate, PrefillGroupCreate, VendorCreate } from '@sluice/contract/catalogue'
import type { Limits } from '@sluice/contract/limits'
import type { ModelFacts } from '@sluice/contract/model-facts'
import { roles } from '@sluice/contract/roles'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

// A refused value for each field of the catalogue, the limits and the groups: the answer names the field and gives the
// reason in the language of the reader. A new field needs a value here.

let app: TestApp
let root: TestClient
beforeAll(async () => {
  app = await startTestApp()
  root = await app.addUser({ role: roles.root })
})
afterAll(() => app.close())

const long = 'x'.repeat(20_000)

const cardFields: Record<Exclude<keyof ModelCardCreate, 'facts'>, unknown> = {
  model_name: ' ',
  description: long,
  icon: long,
  tags: long,
  vendor_id: 987_654,
  endpoints: 'no JSON',
  status: 7,
  sync_official: 'yes',
  name_rule: 9,
}
const facts: Record<keyof ModelFacts, unknown> = {
  context_tokens: 0,
  max_output_tokens: 1.5,
  input_modalities: ['smell'],
  output_modalities: 'text',
  abilities: ['cooking'],
  end_of_life: 'soon',
  is_deprecated: 'maybe',
}
const vendorFields: Record<keyof VendorCreate, unknown> = {
  name: '',
  description: long,
  icon: long,
  status: 2,
}
const prefillFields: Record<keyof PrefillGroupCreate, unknown> = {
  name: ' ',
  type: 'colour',
  items: 'no list',
  description: long,
}
const limits: Record<keyof Limits, unknown> = {
  rpm: -1,
  tpm: 1.5,
  concurrency: 'many',
  tasks: -1,
  tasks_day: 0.5,
  spend_day: 1e300,
  spend_month: -5,
}

const cases: [path: string, field: string, body: object][] = [
  ...Object.entries(cardFields).map(([field, value]): [string, string, object] => [
    '/api/models/',
    field,
    { model_name: 'm', [field]: value },
  ]),
  ...Object.entries(facts).map(([field, value]): [string, string, object] => [
    '/api/models/',
    `facts.${field}`,
    { model_name: 'm', facts: { [field]: value } },
  ]),
  ...Object.entries(vendorFields).map(([field, value]): [string, string, object] => [
    '/api/vendors/',
    field,
    { name: 'v', [field]: value },
  ]),
  ...Object.entries(prefillFields).map(([field, value]): [string, string, object] => [
    '/api/prefill_group/',
    field,
    { name: 'p', type: 'model', items: [], [field]: value },
  ]),
  ...Object.entries(limits).map(([field, value]): [string, string, object] => [
    '/api/token/',
    `limits.${field}`,
    { name: 't', unlimited_quota: true, remain_quota: 0, expired_time: -1, limits: { [field]: value } },
  ]),
]

/** Sends the request in both languages and returns both answers. */
async function sendInBothLanguages(method: 'POST' | 'PUT', path: string, body: object) {
  const send = async (language: string) =>
    (await root.request(method, path, body, { 'accept-language': language })).body
  return { en: await send('en'), zh: await send('zh-CN') }
}

test.each(cases)('%s refuses %s at the field', async (path, field, body) => {
  const { en, zh } = await sendInBothLanguages('POST', path, body)
  expect([en.success, zh.success]).toEqual([false, false])
  const fields = Object.keys(en.fields ?? {})
  expect(fields.filter((name) => name !== field && !name.startsWith(`${field}.`))).toEqual([])
  expect(fields.length).toBeGreaterThan(0)
  expect(String(zh.message)).toMatch(/\p{Script=Han}/u)
  expect(String(en.message)).not.toMatch(/\p{Script=Han}/u)
})

test.each([
  ['GroupRatio', '{"default":-1}'],
  ['GroupRatio', '{"vip":1}'],
  ['UserUsableGroups', '["vip"]'],
  ['AutoGroups', '["vip","vip"]'],
  ['AutoGroups', '["default"," auto"]'],
  ['AutoGroups', '{"vip":1}'],
  ['MaxTokenAutoGroups', '0'],
  ['GroupHiddenModels', '{"vip":"gpt-4o"}'],
  ['GroupRoutingStrategy', '{"vip":"cheapest"}'],
  ['GroupHedgeMs', '{"vip":5}'],
  ['GroupGroupRatio', '{"vip":{"default":"a"}}'],
  ['GroupLimits', '{"vip":{"rpm":-1}}'],
  ['ModelLimits', '{"gpt-4o":{"concurrency":0.5}}'],
  ['DefaultUserLimits', '{"spend_day":-1}'],
])('the option %s refuses %s with the reason', async (key, value) => {
  const { en, zh } = await sendInBothLanguages('PUT', '/api/option/', { key, value })
  expect([en.success, zh.success]).toEqual([false, false])
  expect(String(zh.message)).toMatch(/\p{Script=Han}/u)
  expect(String(en.message)).not.toMatch(/\p{Script=Han}/u)
})

test('a name that is already used is reported at its field', async () => {
  for (const [path, field, body] of [
    ['/api/models/', 'model_name', { model_name: 'twice' }],
    ['/api/vendors/', 'name', { name: 'twice' }],
    ['/api/prefill_group/', 'name', { name: 'twice', type: 'model', items: [] }],
  ] as const) {
    expect((await root.post(path, body)).body.success).toBe(true)
    expect(Object.keys((await root.post(path, body)).body.fields ?? {})).toEqual([field])
  }
})
