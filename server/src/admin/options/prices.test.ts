import { beforeAll, beforeEach, expect, test } from 'bun:test'
import type { PriceDifference } from '@sluice/contract/option'
import { forTests } from '../../../test/for-tests.ts'
import { defaultPrices } from '../../core/billing/default-prices.ts'
import { startTestApp, type TestClient } from '../test-app.ts'

const app = forTests(startTestApp)
let admin: TestClient
beforeAll(async () => {
  admin = await app.addUser({ role: 10 })
})
const tables = ['ModelPrice', 'ModelRatio', 'CompletionRatio', 'CacheRatio', 'PriceRules'] as const
beforeEach(() => admin.post('/api/option/rest_model_ratio', { keys: tables }))

const current = () => app.state.current().options
const put = (key: string, table: object) => admin.put('/api/option/', { key, value: JSON.stringify(table) })
const readDifferences = async () => (await admin.get('/api/option/default_prices_diff')).body.data as PriceDifference[]

test('the three tables of a price may be written one by one, as other clients do', async () => {
  const own = { ModelPrice: { a: 0.5 }, ModelRatio: { b: 1.25 }, CompletionRatio: { b: 4 } }
  for (const [key, table] of Object.entries(own)) expect((await put(key, table)).body.success).toBe(true)
  // Switching a model from a ratio to a fixed price takes two writes, in any order.
  await put('ModelRatio', {})
  await put('ModelPrice', { ...own.ModelPrice, b: 0.1 })
  expect(current()).toMatchObject({ ModelPrice: { a: 0.5, b: 0.1 }, ModelRatio: {} })
})

test('a reset without a body restores the ratios and keeps the other tables', async () => {
  await put('ModelRatio', { mine: 1 })
  await put('CacheRatio', { mine: 1 })
  const answer = await admin.post('/api/option/rest_model_ratio')
  expect(answer.body).toMatchObject({ success: true, data: { changed: ['ModelRatio'] } })
  expect(current().ModelRatio).toEqual(defaultPrices.ModelRatio)
  expect(current().CacheRatio).toEqual({ mine: 1 })
})

test('a reset restores only the tables that it names', async () => {
  await put('ModelRatio', { mine: 1 })
  await put('CacheRatio', { mine: 1 })
  await admin.post('/api/option/rest_model_ratio', { keys: ['CacheRatio'] })
  expect(current().ModelRatio).toEqual({ mine: 1 })
  expect(current().CacheRatio).toEqual(defaultPrices.CacheRatio)
  const wrong = await admin.post('/api/option/rest_model_ratio', { keys: ['GroupRatio'] })
  expect(wrong.body).toMatchObject({ success: false, code: 'invalid_parameters' })
})

test('the default prices do not differ from themselves', async () => {
  expect(await readDifferences()).toEqual([])
})

test('changed, removed and added entries are listed if the defaults have a price', async () => {
  const { 'gpt-4o': ratio, ...rest } = defaultPrices.ModelRatio
  await put('ModelRatio', { ...rest, o3: 99, mine: 1 })
  await put('ModelPrice', { ...defaultPrices.ModelPrice, 'gpt-4.1': 0.5 })
  expect(await readDifferences()).toEqual([
    { model: 'gpt-4.1', tables: { ModelPrice: { current: 0.5, default: null } } },
    { model: 'gpt-4o', tables: { ModelRatio: { current: null, default: ratio ?? 0 } } },
    { model: 'o3', tables: { ModelRatio: { current: 99, default: defaultPrices.ModelRatio.o3 ?? 0 } } },
  ])
})

test('default prices are applied only to the named models and tables', async () => {
  await put('ModelRatio', { 'gpt-4o': 9, o3: 9, mine: 9 })
  await put('ModelPrice', { 'gpt-4o': 9 })
  const answer = await admin.post('/api/option/apply_default_prices', {
    models: ['gpt-4o', 'mine'],
    tables: ['ModelRatio'],
  })
  expect(answer.body.data).toEqual({ changed: ['ModelRatio'] })
  expect<object>(current().ModelRatio).toEqual({
    'gpt-4o': defaultPrices.ModelRatio['gpt-4o'],
    o3: 9,
    mine: 9,
  })
  expect(current().ModelPrice).toEqual({ 'gpt-4o': 9 })
  // A fixed price takes precedence over the ratio; applying the defaults to all tables removes it.
  await admin.post('/api/option/apply_default_prices', { models: ['gpt-4o'] })
  expect(current().ModelPrice).toEqual({})
})

test('rules that differ from the defaults are listed completely, and applied', async () => {
  const [model = '', defaultRules = []] = Object.entries(defaultPrices.PriceRules)[0] ?? []
  expect(model).not.toBe('')
  const ownRules = [{ when: { input_over: 7 }, set: { factor: 2 } }]
  await put('PriceRules', { ...defaultPrices.PriceRules, [model]: ownRules, 'gpt-3.5-turbo': ownRules })
  expect(await readDifferences()).toEqual(
    [
      { model: 'gpt-3.5-turbo', tables: {}, rules: { current: ownRules, default: null } },
      { model, tables: {}, rules: { current: ownRules, default: [...defaultRules] } },
    ].sort((a, b) => (a.model < b.model ? -1 : 1)),
  )
  await admin.post('/api/option/apply_default_prices', { models: [model], tables: ['PriceRules'] })
  expect((await readDifferences()).map((difference) => difference.model)).toEqual(['gpt-3.5-turbo'])
})

test('after the defaults are applied to all models, only prices of other models remain', async () => {
  await put('ModelRatio', { 'gpt-4o': 9, mine: 9 })
  await admin.post('/api/option/apply_default_prices', { models: 'all' })
  expect(await readDifferences()).toEqual([])
  expect(current().ModelRatio).toMatchObject({ mine: 9 })
  const trail = await admin.get('/api/audit/?p=1&page_size=1&action=option.apply_defaults')
  const [line] = (trail.body.data as { items: unknown[] }).items
  expect(line).toMatchObject({ object_id: 'ModelRatio', before: '{"gpt-4o":9}' })
})

test('models without a price are listed with their channels', async () => {
  const add = (name: string, models: string, more: object = {}) =>
    admin.post('/api/channel/', { name, key: 'k', models, group: 'default,vip', ...more })
  await add('first', 'gpt-4o,unknown-b,unknown-a')
  await add('second', 'unknown-a')
  await add('off', 'unknown-c', { status: 2 })
  const { data } = (await admin.get('/api/option/unset_models')).body
  expect(data).toMatchObject([
    { model: 'unknown-a', channels: [{ name: 'first' }, { name: 'second' }] },
    { model: 'unknown-b', channels: [{ name: 'first' }] },
  ])
  await put('ModelPrice', { 'unknown-a': 0 })
  await put('ModelRatio', { 'unknown-b': 1, 'gpt-4o': 1 })
  expect((await admin.get('/api/option/unset_models')).body.data).toEqual([])
})
