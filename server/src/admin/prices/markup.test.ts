import { expect, test } from 'bun:test'
import type { PagedList } from '@sluice/contract/envelope'
import type { PriceEffect, PriceHistoryLine, PriceSheet } from '@sluice/contract/price-sheet'
import { forTests } from '../../../test/for-tests.ts'
import { priceListOf } from '../../state/price-list-of.ts'
import { setOptions, startTestApp } from '../test-app.ts'
import { chargedRow } from './test-charged-rows.ts'

const app = forTests(startTestApp)
const options = () => app.state.current().options
const readSheet = async () => (await app.root.get('/api/prices/')).body.data as PriceSheet
const readRow = async (model: string) => (await readSheet()).rows.find((row) => row.model === model)
const readHistory = async (model: string) =>
  ((await app.root.get(`/api/prices/history?model=${model}`)).body.data as PagedList<PriceHistoryLine>).items
const setRules = (...rules: object[]) => setOptions(app, { MarkupRules: JSON.stringify(rules) })
const ratioOf = (model: string) => priceListOf(options()).planOf(model)?.base

test('the sheet shows the cost, the sale price and the rule of a governed model', async () => {
  await setOptions(app, { CostPrices: '{"mine":{"ratio":0.5,"completion_ratio":4},"part":{"discount":0.5}}' })
  await app.root.post('/api/channel/', { name: 'c', key: 'k', models: 'mine,part,gpt-4o' })
  await setRules({ models: ['other'], factor: 9 }, { models: ['*'], factor: 2 })
  expect(await readRow('mine')).toMatchObject({
    origin: 'markup',
    state: 'sold',
    markup: 1,
    fields: { ratio: 1, completion_ratio: 4 },
    set: [],
    cost: { origin: 'cost_list', fields: { ratio: 0.5 } },
    margin_percent: 50,
  })
  expect(await readRow('gpt-4o')).toMatchObject({ origin: 'markup', fields: { ratio: 2.5 }, cost: { origin: 'list' } })
})

test('a governed model without a known cost has no price, and the sheet says so', async () => {
  expect(await readRow('part')).toMatchObject({
    origin: 'none',
    state: 'unpriced',
    markup: 1,
    cost: { origin: 'none' },
  })
  expect((await app.root.post('/api/option/unpriced_models', { models: ['part', 'mine'] })).body.data).toEqual(['part'])
})

test('a rule is in the history of each model that it concerns', async () => {
  const [line] = await readHistory('gpt-4o')
  expect(line).toMatchObject({
    way: 'settings',
    before: { origin: 'tables', fields: { ratio: 1.25 } },
    after: { origin: 'markup', fields: { ratio: 2.5, completion_ratio: 4 } },
  })
  // Its cost, and the rule.
  expect(await readHistory('mine')).toHaveLength(2)
})

test('an entry in the tables of a governed model changes no price and makes no history', async () => {
  const { version } = await readSheet()
  await setOptions(app, { ModelRatio: JSON.stringify({ ...options().ModelRatio, mine: 7 }) })
  expect(await readHistory('mine')).toHaveLength(2)
  expect(ratioOf('mine')).toMatchObject({ ratio: 1 })
  expect((await readSheet()).version).not.toBe(version)
})

test('a preview of a governed model begins at the marked-up price', async () => {
  const at = Date.now()
  await app.store.db
    .insertInto('usage_logs')
    .values(chargedRow(options(), at, { model: 'mine', used: { inputText: 100, outputText: 10 } }))
    .execute()
  const preview = async (fields: object) =>
    (await app.root.post('/api/prices/preview', { changes: [{ model: 'mine', fields }], days: 7 })).body
      .data as PriceEffect
  expect(await preview({})).toMatchObject({ calls: 1, charge: 140, would_charge: 140 })
  // The output keeps its relation.
  expect(await preview({ ratio: 3 })).toMatchObject({ calls: 1, charge: 140, would_charge: 420 })
})

test('a typed price takes the model out of its rule, and the rest stays what the rule made', async () => {
  const { version } = await readSheet()
  const changes = [
    { model: 'mine', fields: { ratio: 3 } },
    { model: 'free-of-rules', fields: { ratio: null } },
  ]
  const { body } = await app.root.post('/api/prices/publish', { changes, version })
  expect(body).toMatchObject({ success: true, data: { excepted: ['mine'] } })
  expect(options().MarkupRules[1]).toMatchObject({ models: ['*'], except: ['mine'] })
  expect(await readRow('mine')).toMatchObject({
    origin: 'typed',
    markup: null,
    fields: { ratio: 3, completion_ratio: 4 },
    cost: { origin: 'cost_list', fields: { ratio: 0.5 } },
  })
})

test('rules and costs are published with prices, on the version of the sheet, and are in the history', async () => {
  const { version, markup_rules } = await readSheet()
  const rules = [{ models: ['published'], factor: 3, round: 'cent' as const }, ...markup_rules]
  const request = { markup_rules: rules, changes: [{ model: 'published', cost: { ratio: 1 } }], version, note: 'up' }
  expect((await app.root.post('/api/prices/publish', request)).body).toMatchObject({ success: true })
  expect(options().MarkupRules).toEqual(rules)
  expect(await readSheet()).toMatchObject({ markup_rules: rules })
  expect(await readRow('published')).toMatchObject({ markup: 0, fields: { ratio: 3 }, cost: { entry: { ratio: 1 } } })
  const [line] = await readHistory('published')
  expect(line).toMatchObject({ note: 'up', before: { cost: null }, after: { origin: 'markup', cost: { ratio: 1 } } })
  expect((await app.root.post('/api/prices/publish', request)).body.code).toBe('price_conflict')
  expect((await app.root.post('/api/prices/publish', { version })).body.code).toBe('invalid_parameters')
  const now = await readSheet()
  const back = { markup_rules, changes: [{ model: 'published', cost: null }], version: now.version }
  await app.root.post('/api/prices/publish', back)
  expect(options().CostPrices).not.toHaveProperty('published')
})

test('the costs of the channel that a rule names count as soon as they change', async () => {
  const made = await app.root.post('/api/channel/', {
    name: 'maker',
    key: 'k',
    models: 'theirs',
    cost_prices: '{"theirs":{"ratio":1}}',
  })
  const [{ id } = { id: 0 }] = made.body.data as { id: number }[]
  await setRules({ models: ['theirs'], channel: id, factor: 1.5 })
  expect(ratioOf('theirs')).toMatchObject({ ratio: 1.5 })
  const { version } = await readSheet()
  await app.root.put('/api/channel/', { id, cost_prices: '{"theirs":{"ratio":2}}' })
  expect(ratioOf('theirs')).toMatchObject({ ratio: 3 })
  expect((await readSheet()).version).not.toBe(version)
})

test.each([
  ['[{"models":[],"factor":1}]'],
  ['[{"models":["a"],"factor":-1}]'],
  ['[{"models":["a"]}]'],
  ['[{"models":["a"],"factor":1,"colour":1}]'],
  ['{}'],
])('the rules %p are refused', async (value) => {
  expect((await app.root.put('/api/option/', { key: 'MarkupRules', value })).body.code).toBe('option_invalid')
})
