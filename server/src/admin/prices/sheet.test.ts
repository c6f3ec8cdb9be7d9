import { expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import type { PriceSheet, PriceSheetRow } from '@sluice/contract/price-sheet'
import { forTests } from '../../../test/for-tests.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import { newTestUsageHour } from '../../store/test-usage-hours.ts'
import { addUsageHours } from '../../store/usage-hours.ts'
import { setOptions, startTestApp } from '../test-app.ts'

const clock = createManualClock()
const hourMs = 3_600_000
const app = forTests(() => startTestApp({ clock }))
const readSheet = async () => (await app.root.get('/api/prices/')).body.data as PriceSheet
const readRow = async (model: string): Promise<PriceSheetRow> => {
  const row = (await readSheet()).rows.find((candidate) => candidate.model === model)
  if (!row) throw new Error(`no row of ${model}`)
  return row
}
const addChannel = (more: object) => app.root.post('/api/channel/', { name: 'c', key: 'k', ...more })

test('a model of the shipped list has its price, and says where it comes from', async () => {
  expect(await readRow('gpt-4o')).toMatchObject({
    vendor: 'openai',
    state: 'idle',
    origin: 'list',
    fields: { ratio: 1.25, completion_ratio: 4, cache_ratio: 0.5 },
    is_changed: false,
    // What the maker lists is no cost that the operator stated.
    cost: { origin: 'list', fields: { ratio: 1.25 } },
    margin_percent: null,
    channels: 0,
  })
})

test('an entry of the operator is typed; what the list has differs from it', async () => {
  const { ModelRatio } = app.state.current().options
  await setOptions(app, { ModelRatio: JSON.stringify({ ...ModelRatio, 'gpt-4o': 2.5, mine: 1 }) })
  expect(await readRow('gpt-4o')).toMatchObject({ origin: 'typed', is_changed: true, margin_percent: null })
  expect(await readRow('mine')).toMatchObject({
    origin: 'typed',
    is_changed: false,
    list: null,
    set: ['ratio'],
    cost: { origin: 'none', fields: null },
    margin_percent: null,
  })
})

test('channels say what is sold, unpriced and hidden, and what it costs', async () => {
  await addChannel({
    models: 'mine,nameless,secret',
    cost_prices: '{"mine":{"ratio":0.25},"default":{"discount":0.5}}',
  })
  await addChannel({ models: 'mine', status: 2 })
  await setOptions(app, { GroupHiddenModels: '{"default":["secret"]}' })
  expect(await readRow('mine')).toMatchObject({
    state: 'sold',
    channels: 1,
    cost: { origin: 'channel', fields: { ratio: 0.25 } },
    margin_percent: 75,
  })
  expect(await readRow('nameless')).toMatchObject({ state: 'unpriced', origin: 'none', cost: { fields: null } })
  expect(await readRow('secret')).toMatchObject({ state: 'hidden', channels: 1 })
})

test('a model by expression has it in place of every other price', async () => {
  const version = (await readSheet()).version
  await setOptions(app, {
    'billing_setting.billing_mode': '{"gpt-4o":"tiered_expr","by-text":"tiered_expr","no-text":"tiered_expr"}',
    'billing_setting.billing_expr': '{"gpt-4o":"p * 2","by-text":"c"}',
  })
  expect(await readRow('gpt-4o')).toMatchObject({ origin: 'typed', fields: {}, rules: [], expression: 'p * 2' })
  expect(await readRow('by-text')).toMatchObject({ origin: 'typed', expression: 'c' })
  expect(await readRow('no-text')).toMatchObject({ origin: 'none', expression: null })
  expect((await readSheet()).version).not.toBe(version)
  await setOptions(app, { 'billing_setting.billing_mode': '{}', 'billing_setting.billing_expr': '{}' })
})

test('the price of a family of names counts for its models; the mode of prices by ratio is no entry', async () => {
  const { ModelPrice } = app.state.current().options
  await setOptions(app, { 'billing_setting.billing_mode': '{"gpt-4-gizmo-a":"ratio"}' })
  expect(await readRow('gpt-4-gizmo-a')).toMatchObject({ origin: 'list', is_changed: false })
  await setOptions(app, { ModelPrice: JSON.stringify({ ...ModelPrice, 'gpt-4-gizmo-*': 0.2 }) })
  expect(await readRow('gpt-4-gizmo-a')).toMatchObject({ origin: 'name', is_changed: true, fields: { price: 0.2 } })
  await setOptions(app, { 'billing_setting.billing_mode': '{}' })
})

test('calls and charges are those of seven days', async () => {
  const hour = Math.floor(clock.now() / hourMs) * hourMs
  await addUsageHours(app.store.db, [
    newTestUsageHour({ hour, model_name: 'called', calls: 3, quota: 70 }),
    newTestUsageHour({ hour: hour - 100 * hourMs, model_name: 'called', calls: 2, quota: 5 }),
    newTestUsageHour({ hour: hour - 200 * hourMs, model_name: 'called', calls: 9, quota: 9 }),
  ])
  expect(await readRow('called')).toMatchObject({ calls_7d: 5, charge_7d: 75, state: 'idle', origin: 'none' })
})

test('the version changes with a price and with nothing else', async () => {
  const { version } = await readSheet()
  await setOptions(app, { SystemName: 'another' })
  expect((await readSheet()).version).toBe(version)
  await setOptions(app, { CacheRatio: '{"mine":0.1}' })
  expect((await readSheet()).version).not.toBe(version)
})

test('two thousand models are answered compressed', async () => {
  const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`model-${index}`, index / 100]))
  await setOptions(app, { ModelRatio: JSON.stringify(many) })
  const answer = await app.send('/api/prices/', {
    headers: { cookie: app.root.cookie, 'new-api-user': String(app.root.id), 'accept-encoding': 'gzip' },
  })
  const bytes = await answer.arrayBuffer()
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  expect(JSON.parse(gunzipSync(bytes).toString()).data.rows.length).toBeGreaterThan(2_000)
})

test('the sheet is for administrators only', async () => {
  const user = await app.addUser()
  expect((await user.get('/api/prices/')).body.code).toBe('insufficient_rights')
})
