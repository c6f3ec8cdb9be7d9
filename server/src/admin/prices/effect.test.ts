import { beforeAll, expect, test } from 'bun:test'
import type { PriceChangeOfModel, PriceEffect } from '@sluice/contract/price-sheet'
import { forTests } from '../../../test/for-tests.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import { newTestUsageLog } from '../../store/test-usage-logs.ts'
import { setOptions, startTestApp } from '../test-app.ts'
import { modelsPerStep } from './describe-changes.ts'
import { computePriceEffect, rowsPerSlice } from './effect.ts'
import { chargedRow, testCalls, testPriceTables } from './test-charged-rows.ts'

const clock = createManualClock()
const app = forTests(() => startTestApp({ clock }))
const models = [...new Set(testCalls.map(({ model }) => model))]
const dayMs = 86_400_000

beforeAll(async () => {
  const { options } = app.state.current()
  const tables = Object.entries(testPriceTables).map(([key, table]) => {
    const own = options[key as keyof typeof testPriceTables]
    return [key, JSON.stringify({ ...own, ...table })]
  })
  await setOptions(app, Object.fromEntries(tables))
  const rows = testCalls.map((call, index) =>
    chargedRow(app.state.current().options, clock.now() - index * 1_000, call),
  )
  await app.store.db.insertInto('usage_logs').values(rows).execute()
})

const preview = async (changes: readonly PriceChangeOfModel[], days = 7) =>
  (await app.root.post('/api/prices/preview', { changes, days })).body.data as PriceEffect
const effectOf = ({ changes = models.map((model) => ({ model })), ...more }: EffectOptions = {}) =>
  computePriceEffect(
    { state: app.state, clock, reports: app.store.reports, logStore: null },
    { changes },
    { days: 7, ...more },
  )
type EffectOptions = { changes?: PriceChangeOfModel[] } & Partial<Parameters<typeof computePriceEffect>[2]>

test('a preview without a change gives what was charged, for calls of every kind', async () => {
  const effect = await preview(models.map((model) => ({ model })))
  expect(effect).toMatchObject({ calls: testCalls.length, skipped: 0, skipped_by: {}, is_partial: false, days: 7 })
  expect(effect.would_charge).toBe(effect.charge)
  for (const row of effect.models) expect([row.model, row.would_charge]).toEqual([row.model, row.charge])
  expect(effect.models.map(({ model }) => model).sort()).toEqual([...models].sort())
})

test('changes are computed by the parts, groups and tiers of the stored rows', async () => {
  const { charge } = await preview([{ model: 'fixed' }])
  expect(charge).toBe(0.01 * 500_000 + 0.02 * 500_000 + (2 * 2.5 * 500_000) / 1_000)
  const doubled = await preview([{ model: 'fixed', fields: { price: 0.04 } }])
  expect(doubled).toMatchObject({ calls: 2, charge, would_charge: 32_500 })
  // 10 + 9 tokens at half of 1.1 times the ratio 4; 300 000 + 900 × 6 at twice of it.
  const tiered = await preview([{ model: 'tiered', fields: { ratio: 4, completion_ratio: 1 } }])
  expect(tiered.would_charge).toBe(Math.round(19 * 4 * 0.55) + (300_000 + 900 * 6) * 8)
})

test('seconds are those of the row; a call that does not say how long it was, or how large, is skipped', async () => {
  const bySecond = (price: number) => ({ model: 'recorder', fields: { ratio: null, second_price: price } })
  expect(await preview([bySecond(0.0002)])).toMatchObject({ calls: 1, charge: 3_000, would_charge: 6_000 })
  expect(await preview([{ model: 'recorder', expression: 'sec * 200' }])).toMatchObject({ would_charge: 6_000 })
  expect(await preview([{ model: 'video', fields: { second_price: 0.2 } }])).toMatchObject({
    charge: 2_400_000, // 8 × 0.4 × 1.5 × 500 000
    would_charge: 1_200_000,
  })
  const rules = [{ when: { size: '1024x1792' }, set: { price: 0.1 } }]
  expect(await preview([{ model: 'dall-e-3', rules }])).toMatchObject({ calls: 0, skipped_by: { incomplete: 1 } })
  expect(await preview([{ model: 'gpt-4o', fields: { ratio: null, second_price: 1 } }])).toMatchObject({
    calls: 0,
    skipped_by: { units: 2 },
  })
})

test('an expression has the time of the call; calls are skipped for one that reads the request', async () => {
  const byExpression = (expression: string) => preview([{ model: 'night', expression }])
  const hour = new Date(clock.now()).getUTCHours()
  expect(await byExpression(`p * (hour("UTC") == ${hour} ? 2 : 1)`)).toMatchObject({ calls: 1, would_charge: 100 })
  expect(await byExpression('p * (param("stream") == true ? 2 : 1)')).toMatchObject({
    calls: 0,
    skipped_by: { request: 1 },
    models: [{ model: 'night', calls: 0, charge: 0, would_charge: 0, skipped_by: { request: 1 } }],
  })
  const both = [
    { model: 'gpt-4o', fields: { ratio: 2 } },
    { model: 'night', expression: 'p * (param("stream") == true ? 2 : 1)' },
  ]
  const { models } = await preview(both)
  expect(models.map(({ model, skipped_by }) => [model, skipped_by])).toEqual([
    ['gpt-4o', {}],
    ['night', { request: 1 }],
  ])
})

test('calls that cannot be compared are skipped, with the reason', async () => {
  expect(await preview([{ model: 'gpt-image-1', fields: { price: 1 } }])).toMatchObject({
    calls: 0,
    skipped: 1,
    skipped_by: { units: 1 },
  })
  expect(await preview([{ model: 'free', fields: { price: null } }])).toMatchObject({ skipped_by: { unpriced: 1 } })
  const { options } = app.state.current()
  const call = { model: 'earlier', used: { inputText: 100 } }
  const charged = chargedRow({ ...options, ModelRatio: { earlier: 3 } }, clock.now(), call)
  await app.store.db
    .insertInto('usage_logs')
    .values([
      charged,
      newTestUsageLog({ created_at: clock.now(), model_name: 'earlier', detail: '{}' }),
      newTestUsageLog({ created_at: clock.now(), model_name: 'earlier', detail: 'broken' }),
      newTestUsageLog({
        created_at: clock.now(),
        model_name: 'earlier',
        detail: '{"group_ratio":1,"cache_tokens":90}',
      }),
    ])
    .execute()
  await setOptions(app, { ModelRatio: JSON.stringify({ ...options.ModelRatio, earlier: 4 }) })
  // The call at the earlier ratio 3 is computed at the present one.
  expect(await preview([{ model: 'earlier', fields: { ratio: 5 } }])).toMatchObject({
    calls: 1,
    charge: 400,
    would_charge: 500,
    at_earlier_prices: 1,
    skipped: 3,
    skipped_by: { incomplete: 3 },
    is_partial: false,
    changed: 1,
    changed_prices: [{ model: 'earlier', before: { fields: { ratio: 4 } }, after: { fields: { ratio: 5 } } }],
  })
})

test('images that were charged by tokens have no charge at a present price by the call', async () => {
  const { options } = app.state.current()
  const call = { model: 'painter', used: { inputText: 12, outputImage: 1_056 }, imageFactor: 1, units: 2 }
  const charged = chargedRow({ ...options, ModelRatio: { painter: 3 } }, clock.now(), call)
  await app.store.db.insertInto('usage_logs').values(charged).execute()
  await setOptions(app, { ModelPrice: JSON.stringify({ ...options.ModelPrice, painter: 0.04 }) })
  const effect = await preview([{ model: 'painter', fields: { price: 0.05 } }])
  expect(effect).toMatchObject({ calls: 0, skipped_by: { units: 1 } })
})

test('calls of batches cost their part of both prices; rows that do not name it are skipped', async () => {
  const { options } = app.state.current()
  const at = clock.now()
  const half = { path: '/v1/batches', discount: 0.5 }
  const call = { model: 'halved', used: { inputText: 100 } }
  const priced = (ratio: number) => ({ ...options, ModelRatio: { halved: ratio } })
  await app.store.db
    .insertInto('usage_logs')
    .values([
      chargedRow(priced(2), at, { ...call, detail: half }),
      chargedRow(priced(2), at, { ...call, detail: { path: '/v1/batches' } }),
    ])
    .execute()
  await setOptions(app, { ModelRatio: JSON.stringify({ ...options.ModelRatio, halved: 8 }) })
  expect(await preview([{ model: 'halved', fields: { ratio: 16 } }])).toMatchObject({
    calls: 1,
    charge: 400,
    would_charge: 800,
    at_earlier_prices: 1,
    skipped_by: { other_price: 1 },
  })
})

test('a change of a cost changes the margin, and the sale prices that a rule makes of it', async () => {
  const { options } = app.state.current()
  await setOptions(app, { CostPrices: '{"made":{"ratio":1}}', MarkupRules: '[{"models":["made"],"factor":2}]' })
  const row = chargedRow(app.state.current().options, clock.now(), { model: 'made', used: { inputText: 100 } })
  await app.store.db.insertInto('usage_logs').values(row).execute()
  const cost = { ratio: 3 }
  expect(await preview([{ model: 'made', cost }])).toMatchObject({
    calls: 1,
    charge: 200,
    would_charge: 600,
    margin: { calls: 1, margin: 100, would_margin: 300 },
    changed_prices: [{ model: 'made', before: { origin: 'markup', cost: { ratio: 1 } }, after: { cost } }],
  })
  const { body } = await app.root.post('/api/prices/preview', {
    markup_rules: [{ models: ['mad*', 'unknown-cost'], factor: 1.5 }],
  })
  expect(body.data).toMatchObject({
    would_charge: 150,
    margin: { calls: 1, margin: 100, would_margin: 50 },
    governed: [{ models: 2, names: ['made', 'unknown-cost'], without_cost: 1 }],
  })
  // Of a model that no rule governs, the cost becomes known.
  expect(await preview([{ model: 'fixed', cost: { price: 0.01 } }])).toMatchObject({
    costs_found: 2,
    margin: { calls: 0 },
  })
  await setOptions(app, { CostPrices: '{}', MarkupRules: '[]', ModelRatio: JSON.stringify(options.ModelRatio) })
})

test('a preview names the models that would lose their price, with or without calls', async () => {
  const rules = [{ models: ['fixed', 'gpt-4o'], factor: 2 }]
  const { body } = await app.root.post('/api/prices/preview', { markup_rules: rules, days: 0 })
  // The maker's list has a cost of gpt-4o.
  expect(body.data).toMatchObject({
    calls: 0,
    is_partial: false,
    changed: 2,
    unpriced: { models: 1, names: ['fixed'] },
  })
  const removed = { model: 'gpt-4o', fields: { ratio: null } }
  expect((await preview([removed])).unpriced).toEqual({ models: 1, names: ['gpt-4o'] })
  expect((await preview([{ ...removed, expression: 'p * 2' }])).unpriced).toEqual({ models: 0, names: [] })
})

test('only the days that are asked for count, and only the newest rows', async () => {
  await app.store.db
    .insertInto('usage_logs')
    .values(chargedRow(app.state.current().options, clock.now() - 3 * dayMs, { model: 'fixed', used: {} }))
    .execute()
  expect((await preview([{ model: 'fixed' }], 3)).calls).toBe(2)
  expect((await preview([{ model: 'fixed' }], 4)).calls).toBe(3)
  expect(await effectOf({ rowsMax: 5 })).toMatchObject({ is_partial: true })
  const all = await effectOf()
  // Those of the models that other tests add.
  const otherRows = 8
  expect(await effectOf({ rowsMax: all.calls + all.skipped + otherRows })).toMatchObject({ is_partial: false })
})

test('rows and models are computed in small steps, and a caller who leaves ends the work', async () => {
  const many = chargedRow(app.state.current().options, clock.now(), { model: 'fixed', used: { inputText: 5 } })
  const slices = 20
  for (let index = 0; index < slices; index++)
    await app.store.db
      .insertInto('usage_logs')
      .values(Array.from({ length: rowsPerSlice }, () => many))
      .execute()
  let pauses = 0
  const pause = async () => {
    pauses += 1
  }
  expect((await effectOf({ pause })).calls).toBeGreaterThan(slices * rowsPerSlice)
  expect(pauses).toBe(slices)
  pauses = 0
  const steps = 6
  const named = Array.from({ length: steps * modelsPerStep }, (_, index) => ({
    model: `made-${index}`,
    fields: { ratio: 1 },
  }))
  const { changed } = await effectOf({ changes: named, days: 0, pause })
  expect(changed).toBe(named.length)
  // Each model is compared, and looked at again whether it loses its price.
  expect(pauses).toBeGreaterThanOrEqual(2 * steps)
  await expect(effectOf({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'client_closed_request' })
})
