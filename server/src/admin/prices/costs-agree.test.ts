import { beforeAll, expect, test } from 'bun:test'
import type { MarginPage } from '@sluice/contract/margin'
import type { PriceSheet } from '@sluice/contract/price-sheet'
import { keysOf, mapKeys } from '@sluice/contract/typed-keys'
import { forTests } from '../../../test/for-tests.ts'
import { chargeOf } from '../../core/billing/charge.ts'
import { knownCostOf } from '../../core/billing/cost.ts'
import { createPriceList } from '../../core/billing/price-list.ts'
import { noUsage } from '../../core/usage/usage.ts'
import { UsageHours } from '../../ledger/usage-hours.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import { withChannelCosts } from '../../state/with-channel-costs.ts'
import { addUsageHours } from '../../store/usage-hours.ts'
import { buildUsageRow } from '../../store/usage-row.ts'
import { setOptions, startTestApp } from '../test-app.ts'

const clock = createManualClock()
const app = forTests(() => startTestApp({ clock }))
const tokens = 1_000

/** One model for each thing that can set a cost. */
const models = [
  'own',
  'shared',
  'listed',
  'gpt-4o',
  'claude-sonnet-4-5',
  'marked',
  'nothing',
  'text-own',
  'text-shared',
  'text-listed',
  'text-nothing',
] as const
const expressions = {
  'text-own': 'p * 8',
  'text-shared': 'p * 8 + c * 16',
  'text-listed': 'p * 8',
  'text-nothing': 'p * 8',
}

beforeAll(async () => {
  const { ModelRatio } = app.state.current().options
  const ratios = { own: 4, shared: 4, listed: 4, marked: 4, nothing: 4 }
  await setOptions(app, {
    ModelRatio: JSON.stringify({ ...ModelRatio, ...ratios }),
    CostPrices: JSON.stringify({ listed: { ratio: 3 }, marked: { ratio: 1.5 }, 'text-listed': { discount: 0.75 } }),
    'billing_setting.billing_mode': JSON.stringify(mapKeys(keysOf(expressions), () => 'tiered_expr')),
    'billing_setting.billing_expr': JSON.stringify(expressions),
    MarkupRules: JSON.stringify([{ models: ['claude-sonnet-4-5', 'marked'], factor: 2 }]),
  })
  const first = {
    own: { ratio: 2.5 },
    shared: { discount: 0.5 },
    'text-own': { ratio: 2.5 },
    'text-shared': { discount: 0.5 },
  }
  await app.root.post('/api/channel/', {
    name: 'first',
    key: 'k',
    models: models.join(','),
    cost_prices: JSON.stringify(first),
  })
  await addCalls()
})

/** A call of each model through the channel, as the relay charges it. */
async function addCalls(): Promise<void> {
  const { options, channels } = app.state.current()
  const [channel] = channels.values()
  if (!channel) throw new Error('no channel')
  const list = createPriceList(withChannelCosts(options, channels))
  const hours = new UsageHours()
  for (const model_name of models) {
    const price = list.priceOf(model_name, clock.now())
    if (price === null) throw new Error(`no price of ${model_name}`)
    const billable = { usage: { ...noUsage, inputText: tokens }, units: 1, imageFactor: null }
    const sold = { billable, price, quotaPerUnit: list.quotaPerUnit, at: clock.now() }
    const cost = knownCostOf(channel.costPrices, [model_name], sold)
    const { quota } = chargeOf(billable, price, { groupRatio: 1, quotaPerUnit: list.quotaPerUnit })
    const row = buildUsageRow({
      user_id: 1,
      created_at: clock.now(),
      type: 2,
      username: 'ulf',
      group_name: 'default',
      channel_id: channel.id,
      model_name,
      quota,
      cost_quota: cost ?? 0,
      cost_known: cost === null ? 0 : 1,
      detail: {},
    })
    hours.add(row, quota)
  }
  await addUsageHours(app.store.db, hours.sorted())
}

test('the sheet of prices and the report of margins have the same cost of each model', async () => {
  const { rows } = (await app.root.get('/api/prices/')).body.data as PriceSheet
  const { items } = (await app.root.get('/api/margin/?page_size=50')).body.data as MarginPage
  const found = Object.fromEntries(
    models.map((model) => {
      const row = rows.find((one) => one.model === model)
      const ratio = row?.margin_percent === null ? null : (row?.cost.fields?.ratio ?? null)
      const reported = items.find((one) => one.model_name === model)?.cost
      return [model, { sheet: ratio === null ? null : ratio * tokens, report: reported }]
    }),
  )
  expect(found).toEqual({
    own: { sheet: 2_500, report: 2_500 },
    shared: { sheet: 2_000, report: 2_000 },
    listed: { sheet: 3_000, report: 3_000 },
    // Its cost is unknown.
    'gpt-4o': { sheet: null, report: null },
    // Its price is made of the maker's.
    'claude-sonnet-4-5': { sheet: 1_500, report: 1_500 },
    marked: { sheet: 1_500, report: 1_500 },
    nothing: { sheet: null, report: null },
    'text-own': { sheet: 2_500, report: 2_500 },
    'text-shared': { sheet: 2_000, report: 2_000 },
    'text-listed': { sheet: 3_000, report: 3_000 },
    'text-nothing': { sheet: null, report: null },
  })
})

test('both have the same margin of each model', async () => {
  const { rows } = (await app.root.get('/api/prices/')).body.data as PriceSheet
  const { items } = (await app.root.get('/api/margin/?page_size=50')).body.data as MarginPage
  for (const model of models) {
    const sheet = rows.find((one) => one.model === model)?.margin_percent
    expect([model, sheet]).toEqual([model, items.find((one) => one.model_name === model)?.margin_percent])
  }
})

test('of an expression that is no sum of products the share is known', async () => {
  const before = app.state.current().options['billing_setting.billing_expr']
  await setOptions(app, {
    'billing_setting.billing_expr': JSON.stringify({ ...before, 'text-listed': 'max(p * 8, c * 16)' }),
  })
  const { rows } = (await app.root.get('/api/prices/')).body.data as PriceSheet
  expect(rows.find(({ model }) => model === 'text-listed')).toMatchObject({
    cost: { origin: 'cost_list', fields: null, share: 0.75 },
    margin_percent: 25,
  })
})
