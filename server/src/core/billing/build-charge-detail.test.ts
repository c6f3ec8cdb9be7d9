import { expect, test } from 'bun:test'
import { decimalText, decimalZero, parseDecimal, plus, roundDecimal } from '@sluice/contract/decimal'
import { type ChargedRow, explainCharge } from '@sluice/contract/explain-charge'
import type { UsageLogDetail } from '@sluice/contract/usage-log'
import fc from 'fast-check'
import { inputTotal, noUsage, outputTotal, type Usage } from '../usage/usage.ts'
import { type Billable, billableUse } from './billable.ts'
import { billableOfRow } from './billable-of-row.ts'
import { buildChargeDetail } from './build-charge-detail.ts'
import { chargeOf } from './charge.ts'
import { costOf } from './cost.ts'
import type { CallPrice } from './price-plan.ts'
import { callPrices, groupRatios, madeThings, ruledPrices, toolRuns, usages, withTools } from './test-arbitraries.ts'
import { always, byRatio, perCall, plain, ruled } from './test-prices.ts'

const claude = byRatio({
  ratio: 1.5,
  completionRatio: 5,
  cacheReadRatio: 0.1,
  cacheWrite5mRatio: 1.25,
  cacheWrite1hRatio: 2,
})
const noModel = { model: null, group: 0.5 }

/** A stored row: undefined fields are absent from its text. */
function buildRow(billable: Billable, callPrice: CallPrice, groupRatio = 0.5): ChargedRow & { exact: string } {
  const terms = { groupRatio, quotaPerUnit: 500_000 }
  const { exact, price } = chargeOf(billable, callPrice, terms)
  const detail = buildChargeDetail(billable, price, { ...terms, tools: callPrice })
  const stored = JSON.stringify({ ...detail, exact_quota: exact })
  const { usage } = billable
  return {
    exact,
    prompt_tokens: inputTotal(usage),
    completion_tokens: outputTotal(usage),
    detail: JSON.parse(stored) as UsageLogDetail,
  }
}
const used = (usage: Partial<Usage>): Billable => billableUse({ ...noUsage, ...usage })

test('a charge is explained part by part', () => {
  const usage = { inputText: 10, cacheReadText: 100, cacheWrite5m: 40, cacheWrite1h: 20, outputText: 8 }
  const common = { model: 1.5, unit: null, group: 0.5 }
  expect(explainCharge(buildRow(used(usage), always(claude)))).toEqual([
    { kind: 'input_text', count: 10, own: [], ...common, amount: '7.5' },
    { kind: 'cache_read_text', count: 100, own: [0.1], ...common, amount: '7.5' },
    { kind: 'cache_write_5m', count: 40, own: [1.25], ...common, amount: '37.5' },
    { kind: 'cache_write_1h', count: 20, own: [2], ...common, amount: '30' },
    { kind: 'output_text', count: 8, own: [5], ...common, amount: '30' },
  ])
})

test('a fixed price is one line, images with their size and quality', () => {
  const unit = { price: 0.04, per: 1 as const, perUnit: 500_000 }
  const call = buildRow(used({ inputText: 77 }), always(perCall(0.04)))
  expect(explainCharge(call)).toEqual([{ kind: 'call', count: 1, own: [], unit, ...noModel, amount: '10000' }])
  const images = buildRow({ usage: noUsage, units: 3, imageFactor: 2 }, always(perCall(0.04)))
  expect(explainCharge(images)).toEqual([{ kind: 'call', count: 3, own: [2], unit, ...noModel, amount: '60000' }])
})

test('images of a model with a ratio show what the ratio means', () => {
  const row = buildRow({ usage: noUsage, units: 2, imageFactor: 0.4 }, always(byRatio({ ratio: 16 })))
  const unit = { price: 0.0025, per: 1 as const, perUnit: 500_000 }
  expect(explainCharge(row)).toEqual([
    { kind: 'image', count: 2, own: [0.4], model: 16, unit, group: 0.5, amount: '8000' },
  ])
})

test('searches have lines of their own, priced by the thousand', () => {
  const row = buildRow(
    used({ inputText: 10, webSearchCalls: 3, fileSearchCalls: 1 }),
    always(plain, { web_search: 10, file_search: 2.5 }),
  )
  expect(row.detail).toMatchObject({
    web_search: true,
    web_search_call_count: 3,
    web_search_price: 10,
    file_search: true,
    file_search_call_count: 1,
    file_search_price: 2.5,
    quota_per_unit: 500_000,
  })
  expect(row.detail).not.toHaveProperty('google_search')
  const [, web, file] = explainCharge(row) ?? []
  const per1000 = { per: 1000 as const, perUnit: 500_000 }
  expect([web, file]).toEqual([
    { kind: 'web_search', count: 3, own: [], unit: { price: 10, ...per1000 }, ...noModel, amount: '7500' },
    { kind: 'file_search', count: 1, own: [], unit: { price: 2.5, ...per1000 }, ...noModel, amount: '625' },
  ])
})

test('tools that ran have lines of their own: by the call, or by the tokens of the model that they used', () => {
  const price: CallPrice = {
    ...always(plain, { container_4g: 120 }),
    toolModels: { painter: always(byRatio({ ratio: 2, imageRatio: 1.5, imageCompletionRatio: 6 })) },
  }
  const drawn = { ...noUsage, inputText: 10, inputImage: 4, outputImage: 100 }
  const runs = [
    { tool: 'container_4g', count: 2 },
    { tool: 'image_generation', count: 1, usage: drawn, model: 'painter' },
    { tool: 'container_64g', count: 1 },
  ] as const
  const row = buildRow({ ...used({ inputText: 10 }), toolRuns: runs }, price)
  const unit = { price: 120, per: 1000 as const, perUnit: 500_000 }
  const by = { tool: 'image_generation' as const, model: 'painter' }
  const common = { model: 2, unit: null, group: 0.5, by }
  expect(explainCharge(row)?.slice(1)).toEqual([
    { kind: 'container_4g', count: 2, own: [], unit, ...noModel, amount: '60000' },
    { kind: 'input_text', count: 10, own: [], ...common, amount: '10' },
    { kind: 'input_image', count: 4, own: [1.5], ...common, amount: '6' },
    { kind: 'output_image', count: 100, own: [6], ...common, amount: '600' },
  ])
  // 5 + 60 000 + 616; the container without a price is named, and charged nothing.
  expect(row.exact).toBe('60621')
  expect(row.detail.tool_runs?.[2]).toEqual({ tool: 'container_64g', count: 1 })
})

test('a rule shows its factor in every part, and its condition', () => {
  const price = ruled([{ when: { input_over: 10 }, set: { factor: 2 } }])
  const long = buildRow(used({ inputText: 11 }), price)
  expect(long.detail).toMatchObject({ price_factor: 2, price_rule: { input_over: 10 } })
  expect(explainCharge(long)?.[0]).toMatchObject({ own: [2], amount: '11' })
  expect(buildRow(used({ inputText: 10 }), price).detail).not.toHaveProperty('price_rule')
})

test('a row without its pricing is not explained', () => {
  expect(explainCharge({ prompt_tokens: 5, completion_tokens: 5, detail: {} })).toBeNull()
  const foreign = { group_ratio: 1, model_price: 0.1 }
  expect(explainCharge({ prompt_tokens: 5, completion_tokens: 5, detail: foreign })).toBeNull()
})

test('seconds and characters are one line, at their own price', () => {
  const common = { own: [], model: null, group: 0.5 }
  const video = buildRow(
    billableUse({ ...noUsage, seconds: 8 }, { resolution: '4k' }),
    ruled([{ when: { resolution: '4k' }, set: { second_price: 0.6 } }]),
  )
  expect(video.detail).toMatchObject({
    price_unit: 'second',
    model_price: 0.6,
    seconds: 8,
    served: { resolution: '4k' },
    price_rule: { resolution: '4k' },
  })
  expect(explainCharge(video)).toEqual([
    { kind: 'second', count: 8, unit: { price: 0.6, per: 1, perUnit: 500_000 }, ...common, amount: '1200000' },
  ])
  const speech = buildRow(billableUse({ ...noUsage, characters: 40 }), always({ ...perCall(15), unit: 'character' }))
  expect(explainCharge(speech)).toEqual([
    { kind: 'characters', count: 40, unit: { price: 15, per: 1_000_000, perUnit: 500_000 }, ...common, amount: '150' },
  ])
})

/** Sold calls of every kind, by prices of every kind. */
const sold = fc.record({
  usage: fc.oneof({ weight: 3, arbitrary: usages }, { weight: 1, arbitrary: fc.constant(noUsage) }),
  image: fc.record({ units: fc.integer({ min: 1, max: 10 }), imageFactor: fc.constantFrom(null, 0.4, 1, 2) }),
  price: fc.oneof(callPrices, ruledPrices).chain(withTools),
  way: fc.record(
    { tier: fc.constantFrom('flex', 'priority'), speed: fc.constant('fast'), geo: fc.constant('us') },
    { requiredKeys: [] },
  ),
  made: madeThings,
  groupRatio: groupRatios,
  toolRuns: fc.option(toolRuns, { nil: undefined }),
})

test('the lines sum to the exact quota', () => {
  fc.assert(
    fc.property(sold, ({ usage, image, price, way, made, groupRatio, toolRuns: ran }) => {
      const row = buildRow({ usage, ...image, served: { ...way, ...made }, toolRuns: ran }, price, groupRatio)
      const amounts = (explainCharge(row) ?? []).map((line) => parseDecimal(line.amount))
      expect(decimalText(roundDecimal(amounts.reduce(plus, decimalZero), 6))).toBe(row.exact)
    }),
  )
})

test('a stored row has the charge and the cost of its call, so that the margin is what remains of the one after the other', () => {
  const costs = fc.oneof(
    fc.record({ discount: fc.constantFrom(0, 0.5, 1, 1.3) }),
    fc.record({ ratio: fc.constantFrom(0, 0.5, 2) }),
    fc.record({ second_price: fc.constantFrom(0, 0.01) }),
  )
  fc.assert(
    fc.property(sold, costs, ({ usage, image, price, way, made, groupRatio }, cost) => {
      const billable = { usage, ...image, served: { ...way, ...made } }
      const again = { ...billableOfRow(buildRow(billable, price, groupRatio)) }
      const terms = { groupRatio, quotaPerUnit: 500_000 }
      const both = (of: Billable) => ({
        charge: chargeOf(of, price, terms).quota,
        cost: costOf({ m: cost }, ['m'], { billable: of, price, quotaPerUnit: 500_000, at: 0 }),
      })
      const charged = chargeOf(billable, price, terms).price
      // The number of images and their factor are stored where an image had a price.
      const isByImage = charged.kind === 'per_call' && charged.unit === undefined
      fc.pre(isByImage || (image.units === 1 && image.imageFactor === null))
      expect(both(again)).toEqual(both(billable))
    }),
  )
})

test('a row says how its call was served, by which rules, and what of it had no price', () => {
  const price = ruled([
    { when: { speed: 'fast' }, set: { factor: 2 } },
    { when: { geo: 'us' }, set: { factor: 1.1 }, stacks: true },
  ])
  const detailOf = (served: Billable['served']) =>
    buildRow(billableUse({ ...noUsage, inputText: 10 }, served), price).detail
  expect(detailOf({ speed: 'fast', geo: 'us', tier: 'priority' })).toMatchObject({
    served: { speed: 'fast', geo: 'us', tier: 'priority' },
    served_unpriced: ['tier'],
    price_factor: 2.2,
    price_rule: { speed: 'fast' },
    price_stacks: [{ when: { geo: 'us' }, factor: 1.1 }],
  })
  // A cheaper tier without a price is charged as the standard one, which is no fault.
  expect(detailOf({ tier: 'flex' })).not.toHaveProperty('served_unpriced')
  const standard = detailOf(undefined)
  for (const name of ['served', 'served_unpriced', 'price_factor', 'price_stacks'])
    expect(standard).not.toHaveProperty(name)
})
