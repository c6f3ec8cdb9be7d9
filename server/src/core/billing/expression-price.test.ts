import { expect, test } from 'bun:test'
import { decimalOf, decimalText, plus } from '@sluice/contract/decimal'
import { explainCharge } from '@sluice/contract/explain-charge'
import { variableNames } from '@sluice/contract/price-expression/language'
import fc from 'fast-check'
import { inputTotal, noUsage, outputTotal, type Usage } from '../usage/usage.ts'
import { billableUse } from './billable.ts'
import { buildChargeDetail } from './build-charge-detail.ts'
import { chargeOf } from './charge.ts'
import { costOf } from './cost.ts'
import { askedPrice, countsOf, shownRates } from './expression-price.ts'
import { fieldsOfExpression, tiersOfExpression } from './expression-tiers.ts'
import { createPriceList } from './price-list.ts'
import { type CallPrice, unpricedAxes } from './price-plan.ts'
import { hasAmount, reservationOf, unpricedAsked } from './reservation.ts'
import { usages } from './test-arbitraries.ts'
import { always, byExpression, byRatio, listed, noPrices } from './test-prices.ts'
import { noToolPrices } from './tool-prices.ts'

const terms = { groupRatio: 1, quotaPerUnit: 500_000 }
const charged = (usage: Partial<Usage>, price: CallPrice, groupRatio = 1): number =>
  chargeOf(billableUse({ ...noUsage, ...usage }), price, { ...terms, groupRatio }).quota

const steps = 'len > 200000 ? tier("long", p*6 + c*22) : tier("base", p*3 + c*15 + cr*0.3)'

test('800 fresh tokens, 200 from the cache and 100 of output at 2.5, 0.25 and 15 dollars cost 3550 at a factor of 2', () => {
  const usage = { inputText: 800, cacheReadText: 200, outputText: 100 }
  expect(charged(usage, always(byExpression('p * 2.5 + cr * 0.25 + c * 15')), 2)).toBe(3550)
})

test('an expression that says the same as ratios charges the same as ratios', () => {
  const text = 'p*2.5 + img*3.125 + ai*20 + cr*1.25 + cc*3.125 + cc1h*5 + c*10 + img_o*30 + ao*40'
  const ratios = byRatio({
    ratio: 1.25,
    completionRatio: 4,
    cacheReadRatio: 0.5,
    cacheWrite5mRatio: 1.25,
    cacheWrite1hRatio: 2,
    imageRatio: 1.25,
    imageCompletionRatio: 12,
    audioRatio: 8,
    audioCompletionRatio: 2,
  })
  fc.assert(
    fc.property(usages, fc.constantFrom(0, 0.85, 1, 2), (given, groupRatio) => {
      // What a variable cannot tell apart: cached sound and pictures cost what cached text costs.
      const usage = { ...given, cacheReadAudio: 0, cacheReadImage: 0 }
      const all = { groupRatio, quotaPerUnit: 500_000 }
      const byText = chargeOf(billableUse(usage), always(byExpression(text)), all)
      const byTable = chargeOf(billableUse(usage), always(ratios), all)
      expect([byText.quota, byText.list, byText.exact]).toEqual([byTable.quota, byTable.list, byTable.exact])
    }),
  )
})

test('every token is counted once, whatever the expression reads', () => {
  const inputs = ['p', 'cr', 'cc', 'cc1h', 'img', 'ai'] as const
  const outputs = ['c', 'img_o', 'ao'] as const
  fc.assert(
    fc.property(usages, fc.subarray([...variableNames]), (usage, read) => {
      const counts = countsOf(usage, new Set(read))
      expect(inputs.reduce((sum, name) => sum + counts[name], 0)).toBe(inputTotal(usage))
      expect(outputs.reduce((sum, name) => sum + counts[name], 0)).toBe(outputTotal(usage))
      expect(counts.len).toBe(inputTotal(usage))
    }),
  )
})

test('the amounts of its lines are the exact charge, and a price that is no sum is one line', () => {
  const texts = [
    steps,
    'p*3 + c*15 + 2000',
    'max(p*3, 1000) + c*15',
    'p / 3 + c / 8',
    '(p*3 + c*15) * (param("x") == "y" ? 2 : 1)',
  ]
  fc.assert(
    fc.property(usages, fc.constantFrom(...texts), fc.constantFrom(0.5, 1), (usage, text, factor) => {
      const base = { ...byExpression(text, [true]), factor }
      const toolPrices = { ...noToolPrices, web_search: 10 }
      const { price, exact } = chargeOf(billableUse(usage), { ...always(base), toolPrices }, terms)
      const detail = buildChargeDetail(billableUse(usage), price, { ...terms, tools: { toolPrices } })
      const row = { prompt_tokens: inputTotal(usage), completion_tokens: outputTotal(usage), detail }
      const lines = explainCharge(row) ?? []
      const sum = lines.map(({ amount }) => decimalOf(Number(amount))).reduce(plus, decimalOf(0))
      expect(Number(decimalText(sum))).toBeCloseTo(Number(exact), 5)
    }),
  )
})

test('a row names the tier and the rules, and has the expression', () => {
  const text = `(${steps}) * (param("service_tier") == "priority" ? 2 : 1)`
  const usage = { ...noUsage, inputText: 10, outputText: 1 }
  const detail = buildChargeDetail(billableUse(usage), byExpression(text, [true]), {
    ...terms,
    tools: { toolPrices: noToolPrices },
  })
  expect(detail).toMatchObject({
    billing_mode: 'tiered_expr',
    matched_tier: 'base',
    request_rules: [{ cond: 'param("service_tier") == "priority"', multiplier: 2, matched: true }],
    expr_parts: [
      { variable: 'p', count: 10, price: 6 },
      { variable: 'c', count: 1, price: 30 },
    ],
  })
  expect(Buffer.from(detail.expr_b64 ?? '', 'base64').toString()).toBe(text)
})

test('a model in expression mode has the price of its expression alone, and none without a valid one', () => {
  const modes = { a: 'tiered_expr', b: 'tiered_expr', c: 'tiered_expr', d: 'ratio' }
  const expressions = { a: 'p * 4', b: 'p * )', d: 'p * 4' }
  const options = {
    ...noPrices,
    ModelRatio: { a: 7, b: 7, c: 7, d: 7 },
    ModelPrice: { a: 1 },
    PriceRules: { a: [{ when: { input_over: 0 }, set: { factor: 9 } }] },
    UnsetModelRatio: 5,
    'billing_setting.billing_mode': modes,
    'billing_setting.billing_expr': expressions,
  }
  const list = createPriceList(options)
  const a = list.priceOf('a', 0)
  expect(a && charged({ inputText: 10 }, a)).toBe(20)
  expect([list.priceOf('b', 0), list.priceOf('c', 0), list.unsetPriceOf('b', 0), list.planOf('b')]).toEqual([
    null,
    null,
    null,
    null,
  ])
  expect(list.priceOf('d', 0)?.base.kind).toBe('ratio')
  expect(list.priceOf('constructor', 0)).toBeNull()
})

test('the hold is never below the charge for any length that the estimate allows, whichever branch is dearer', () => {
  const texts = [
    steps,
    'len >= 1000 ? p * 5 : p * 1',
    'len < 1000 ? p * 5 : p * 1',
    'c > 50 ? c * 1 : c * 20',
    'max(p * 3, c * 100) + 500',
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...texts),
      fc.integer({ min: 1, max: 2_000 }),
      fc.integer({ min: 0, max: 200 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (text, inputText, outputMax, part) => {
        const price = always(byExpression(text))
        const held: number = reservationOf({
          ...terms,
          price,
          inputTokens: inputText,
          maxOutputTokens: outputMax,
          preConsumedTokens: 0,
        })
        const outputText = Math.round(outputMax * part)
        expect(held).toBeGreaterThanOrEqual(charged({ inputText, outputText }, price))
      },
    ),
  )
  const price = always(byExpression(steps))
  const request = { ...terms, price, inputTokens: 180_000, maxOutputTokens: 0, preConsumedTokens: 0 }
  // 200 001 × 6 dollars a million, the dearer tier that begins within a quarter of the estimate.
  expect(reservationOf(request) as number).toBe(600_003)
})

test('a negative amount is refused before the call, and each part costs its own price after it', () => {
  const price = always(byExpression('p*4 + c*4 - (p > 50 && p < 500 ? 3000 : 0)'))
  const request = { ...terms, price, inputTokens: 100, maxOutputTokens: 0, preConsumedTokens: 0 }
  expect(hasAmount(request)).toBe(false)
  expect(hasAmount({ ...request, inputTokens: 1 })).toBe(true)
  // 100 tokens alone are negative too: nothing for them, but the output is charged.
  expect(charged({ inputText: 100, outputText: 10 }, price)).toBe(20)
})

test('a request gives its answers once; what must be a number and is none has no price', () => {
  const price = always(byExpression('p * param("n") * (hour("UTC") < 6 ? 0.5 : 1)'))
  const ask = (n: unknown, hour: number) =>
    askedPrice(price, { at: Date.UTC(2026, 0, 1, hour), param: () => n, header: () => null })
  expect(ask('2', 7)).toBeNull()
  expect(ask(undefined, 7)).toBeNull()
  const night = ask(2, 5)
  expect(night && charged({ inputText: 100 }, night)).toBe(50)
  const day = ask(2, 6)
  expect(day && charged({ inputText: 100 }, day)).toBe(100)
  expect(day && charged({ inputText: 100 }, JSON.parse(JSON.stringify(day)))).toBe(100)
  const plain = always(byExpression('p * 2'))
  expect(askedPrice(plain, { at: 0, param: () => 1, header: () => null })).toBe(plain)
})

test('a dearer tier that is asked for needs an expression that reads it', () => {
  const asked = { tier: { value: 'priority', field: 'service_tier' } }
  expect(unpricedAsked(always(byExpression('p * 2')), asked, 10)).toEqual(['tier'])
  const reading = byExpression('p * 2 * (param("service_tier") == "priority" ? 2 : 1)', [true])
  expect(unpricedAsked(always(reading), asked, 10)).toEqual([])
  expect(unpricedAxes(reading, { tier: 'priority', speed: 'fast' })).toEqual(['speed'])
})

test('a sum of calls is charged as each of them, by the branches of one', () => {
  const price = always(byExpression('len > 100 ? p * 6 + 50 : p * 2 + 10'))
  const short = { ...noUsage, inputText: 90 }
  const sum = { usage: { ...noUsage, inputText: 180 }, units: 2, imageFactor: null, sample: short }
  expect(chargeOf(sum, price, terms).exact).toBe('190')
  expect(charged({ inputText: 90 }, price) * 2).toBe(190)
})

test('calls without tokens cost the constant part for each unit', () => {
  const price = always(byExpression('40000'))
  expect(chargeOf({ usage: noUsage, units: 3, imageFactor: 2 }, price, terms).quota as number).toBe(120_000)
})

test('a discount of the upstream is one of the expression', () => {
  const price = listed('m', {
    'billing_setting.billing_mode': { m: 'tiered_expr' },
    'billing_setting.billing_expr': { m: steps },
  })
  const sold = { billable: billableUse({ ...noUsage, inputText: 1000 }), price, quotaPerUnit: 500_000, at: 0 }
  expect(costOf({ default: { discount: 0.5 } }, ['m'], sold) as number).toBe(750)
})

test('its tiers can be shown as prices', () => {
  expect(tiersOfExpression(byExpression(steps))).toEqual([
    { name: 'base', input_from: 0, prices: { p: 3, c: 15, cr: 0.3 } },
    { name: 'long', input_from: 200_001, prices: { p: 6, c: 22 } },
  ])
  expect(tiersOfExpression(byExpression('max(p, c)'))).toEqual([])
  expect(shownRates(byExpression(steps))).toEqual({ input: 3, output: 15 })
})

test.each([
  [steps, { ratio: 1.5, completion_ratio: 5, cache_ratio: 0.1 }],
  ['p * 2', { ratio: 1, completion_ratio: 0 }],
  ['p * 2 + c * 4 + cc * 3', { ratio: 1, completion_ratio: 2, create_cache_ratio: 1.5, create_cache_1h_ratio: 1.5 }],
  ['p * 2 + ai * 8 + c * 4 + ao * 16', { ratio: 1, completion_ratio: 2, audio_ratio: 4, audio_completion_ratio: 2 }],
  ['sec * 100', { second_price: 0.0001 }],
  ['chars * 15', { character_price: 15 }],
  ['40000', { price: 0.04 }],
  ['max(p, c)', null],
  ['p * 2 + 10', null],
  ['c * 2', null],
])('the first tier of %s as the fields of a price', (expression, fields) => {
  expect(fieldsOfExpression(byExpression(expression), 500_000)).toEqual(fields)
})

test('seconds and characters are counted apart from tokens, and a price names those that it is by', () => {
  const heard = { inputAudio: 1000, seconds: 60 }
  expect(charged(heard, always(byExpression('sec * 100')))).toBe(3000) // 60 × 0.0001 dollars
  expect(charged(heard, always(byExpression('sec > 30 ? sec * 100 : 0')), 0.5)).toBe(1500)
  expect(charged({ characters: 5 }, always(byExpression('chars * 15')))).toBe(38) // 37.5
  const options = (expression: string) => ({
    'billing_setting.billing_mode': { m: 'tiered_expr' },
    'billing_setting.billing_expr': { m: expression },
  })
  expect(listed('m', options('sec * 100 + chars')).units).toEqual(['second', 'character'])
  expect(listed('m', options('p * 2'))).not.toHaveProperty('units')
})
