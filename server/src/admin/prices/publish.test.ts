import { expect, test } from 'bun:test'
import type { PagedList } from '@sluice/contract/envelope'
import type { PriceHistoryLine, PriceSheet, PricesAsOf } from '@sluice/contract/price-sheet'
import { forTests } from '../../../test/for-tests.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import { startTestApp } from '../test-app.ts'

const clock = createManualClock()
const app = forTests(() => startTestApp({ clock }))
const options = () => app.state.current().options
const readVersion = async () => ((await app.root.get('/api/prices/')).body.data as PriceSheet).version
const publish = async (changes: object[], more: object = {}) =>
  await app.root.post('/api/prices/publish', { changes, version: await readVersion(), ...more })
const readHistory = async (query = '') =>
  (await app.root.get(`/api/prices/history?${query}`)).body.data as PagedList<PriceHistoryLine>
const rule = { when: { input_over: 1000 }, set: { factor: 2 } }

test('shipped prices make no history', async () => {
  expect(await readHistory()).toMatchObject({ total: 0, items: [] })
})

test('a publication writes all tables together, and the history a line for each model', async () => {
  const { body } = await publish(
    [
      { model: 'gpt-4o', fields: { ratio: 2, cache_ratio: null }, rules: [rule] },
      { model: 'own', fields: { price: 0.5 } },
    ],
    { note: ' for the summer ' },
  )
  expect(body).toMatchObject({ success: true, data: { excepted: [], version: await readVersion() } })
  expect((body.data as { changed: string[] }).changed.sort()).toEqual([
    'CacheRatio',
    'ModelPrice',
    'ModelRatio',
    'PriceRules',
  ])
  expect(options().ModelRatio['gpt-4o']).toBe(2)
  expect(options().CacheRatio['gpt-4o']).toBeUndefined()
  expect(options().ModelPrice.own).toBe(0.5)
  const { total, items } = await readHistory()
  expect(total).toBe(2)
  const [own, gpt] = items
  expect(own).toMatchObject({
    model: 'own',
    way: 'sheet',
    note: 'for the summer',
    before: { fields: {}, rules: [] },
    after: { fields: { price: 0.5 } },
  })
  expect(gpt).toMatchObject({
    model: 'gpt-4o',
    before: { fields: { ratio: 1.25, cache_ratio: 0.5 }, rules: [{ when: { tier: 'priority' } }] },
    after: { origin: 'tables', fields: { ratio: 2 }, rules: [rule] },
  })
  expect(gpt?.after.fields.cache_ratio).toBeUndefined()
  const row = ((await app.root.get('/api/prices/')).body.data as PriceSheet).rows.find(({ model }) => model === 'own')
  expect(row?.last_change).toEqual({ at: gpt?.at ?? 0, by: gpt?.by ?? '' })
})

test('an old version is refused, and nothing is written', async () => {
  const version = await readVersion()
  await publish([{ model: 'own', fields: { price: 0.6 } }])
  const { status, body } = await app.root.post('/api/prices/publish', {
    changes: [{ model: 'own', fields: { price: 0.7 } }],
    version,
  })
  expect([status, body.code]).toEqual([409, 'price_conflict'])
  expect(options().ModelPrice.own).toBe(0.6)
})

test.each([
  ['a negative price', { fields: { price: -1 } }],
  ['an absurd price', { fields: { ratio: 1e10 } }],
  ['a text', { fields: { ratio: '1' } }],
  ['an unknown field', { fields: { colour: 1 } }],
  ['a field without a table', { fields: { reasoning_ratio: 1 } }],
  ['an unknown part', { colour: 1 }],
  ['a wrong rule', { rules: [{ when: {}, set: { factor: 2 } }] }],
  ['a wrong expression', { expression: 'p *' }],
  ['an unseen character in the name', { model: 'a\u0000b', fields: { price: 1 } }],
  ['a model that is given twice', { model: 'fine', fields: { price: 2 } }],
])('%s is refused with all other changes', async (_name, change) => {
  const before = await readVersion()
  const answer = await publish([
    { model: 'fine', fields: { price: 1 } },
    { model: 'wrong', ...change },
  ])
  expect(answer.body).toMatchObject({ success: false, code: 'invalid_parameters' })
  expect(await readVersion()).toBe(before)
})

test('an expression is published, counts alone, and is taken back', async () => {
  const rowOf = async () =>
    ((await app.root.get('/api/prices/')).body.data as PriceSheet).rows.find(({ model }) => model === 'by-expression')
  await publish([{ model: 'by-expression', fields: { ratio: 1 }, expression: 'p * 2 + c * 6' }])
  expect(await rowOf()).toMatchObject({ expression: 'p * 2 + c * 6', origin: 'typed', margin_percent: null })
  await publish([{ model: 'by-expression', expression: null }])
  expect(await rowOf()).toMatchObject({ expression: null, fields: { ratio: 1 } })
  const [last] = (await readHistory('model=by-expression')).items
  expect(last).toMatchObject({ before: { expression: 'p * 2 + c * 6' }, after: { expression: null } })
})

test('a table that becomes too long is refused', async () => {
  const changes = Array.from({ length: 6_000 }, (_, index) => ({
    model: `${'long '.repeat(40)}${index}`,
    fields: { ratio: 1 },
  }))
  const answer = await publish(changes)
  expect(answer.body).toMatchObject({ success: false, code: 'option_invalid' })
})

test('every way in which prices change is in the history', async () => {
  const { total } = await readHistory()
  await app.root.put('/api/option/', {
    key: 'CompletionRatio',
    value: JSON.stringify({ ...options().CompletionRatio, own: 3 }),
  })
  await app.root.put('/api/option/batch', { options: [{ key: 'ModelPrice', value: '{}' }] })
  await app.root.post('/api/option/apply_default_prices', { models: ['gpt-4o'] })
  await app.root.post('/api/option/rest_model_ratio', { keys: ['ModelPrice'] })
  await app.root.put('/api/option/', { key: 'SystemName', value: 'x' })
  const { items, total: now } = await readHistory('page_size=100')
  const added = items.slice(0, now - total)
  const waysOf = (model: string) => added.filter((line) => line.model === model).map(({ way }) => way)
  expect(waysOf('own')).toEqual(['settings', 'settings'])
  expect(waysOf('gpt-4o')).toEqual(['defaults'])
  // Emptying the table removed what the shipped list has there, and the reset brought it back.
  expect(waysOf('dall-e-3')).toEqual(['defaults', 'settings'])
  expect((await readHistory('model=own&page_size=1')).items).toHaveLength(1)
})

test('a check writes no history', async () => {
  const { total } = await readHistory()
  await app.root.post('/api/option/check', { options: [{ key: 'ModelPrice', value: '{"x":1}' }] })
  expect((await readHistory()).total).toBe(total)
})

test('the prices of a moment are changes that restore them', async () => {
  await publish([{ model: 'restored', fields: { ratio: 1 }, rules: [rule] }])
  const at = Math.floor(clock.now() / 1_000)
  const before = await readVersion()
  clock.advance(60_000)
  await publish([
    { model: 'restored', fields: { ratio: 2, completion_ratio: 3 }, rules: null },
    { model: 'later', fields: { price: 1 } },
  ])
  clock.advance(60_000)
  await publish([{ model: 'restored', fields: { ratio: 4 } }])
  const { body } = await app.root.get(`/api/prices/as_of?at=${at}`)
  const asOf = body.data as PricesAsOf
  expect(asOf).toEqual({
    at,
    changes: [
      { model: 'later', fields: { price: null } },
      { model: 'restored', fields: { ratio: 1, completion_ratio: null }, rules: [rule] },
    ],
    unrestorable: [],
  })
  expect((await publish(asOf.changes, { way: 'restore' })).body.success).toBe(true)
  expect(await readVersion()).toBe(before)
  expect((await readHistory('model=later')).items[0]?.way).toBe('restore')
  expect((await app.root.get('/api/prices/as_of')).body.data).toMatchObject({ changes: [] })
})

test('the expression of a moment is restored, and the price of a model that had none', async () => {
  await publish([
    { model: 'then', fields: { ratio: 1 }, expression: 'p * 2' },
    { model: 'tokens', fields: { ratio: 1 } },
  ])
  const at = Math.floor(clock.now() / 1_000)
  const before = await readVersion()
  clock.advance(60_000)
  await publish([
    { model: 'then', expression: null },
    { model: 'tokens', expression: 'p * 3' },
  ])
  const asOf = (await app.root.get(`/api/prices/as_of?at=${at}`)).body.data as PricesAsOf
  expect(asOf.changes).toEqual([
    { model: 'then', expression: 'p * 2' },
    { model: 'tokens', expression: null },
  ])
  expect((await publish(asOf.changes, { way: 'restore' })).body.success).toBe(true)
  expect(await readVersion()).toBe(before)
})

test('publication and history are for administrators only', async () => {
  const user = await app.addUser()
  expect((await user.post('/api/prices/publish', {})).body.code).toBe('insufficient_rights')
  expect((await user.get('/api/prices/history')).body.code).toBe('insufficient_rights')
  expect((await user.get('/api/prices/as_of')).body.code).toBe('insufficient_rights')
})
