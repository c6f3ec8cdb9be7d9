import { expect, test } from 'bun:test'
import { sampleRow } from '../../../test/sample-pricing-row.ts'
import { estimateCost } from './estimate-cost.ts'

const calls = { promptTokens: 1_000, answerTokens: 200, callsPerDay: 10 }
const options = { groupRatio: 0.5, perUnit: 500_000 }
// $2.50 and $10 for a million tokens.
const chat = sampleRow('chat', { quota_type: 0, model_ratio: 1.25, model_price: 0, completion_ratio: 4 })

test('prompt and answer cost what the group pays for their tokens, for thirty days', () => {
  expect(estimateCost(chat, calls, options)).toEqual({ call: 1_125, month: 337_500 })
})

test('a price by call does not depend on the tokens', () => {
  const image = sampleRow('image', { quota_type: 1, model_price: 0.02 })
  expect(estimateCost(image, calls, options)?.call).toBe(5_000)
  expect(estimateCost(image, { ...calls, promptTokens: 0 }, options)?.call).toBe(5_000)
})

test('a long prompt has the price of its length; other conditions count as not met', () => {
  const { model_ratio: _, ...rest } = chat
  const dear = { ...rest, model_ratio: 2.5 }
  const tiers = [
    { ...dear, when: { tier: 'priority' } },
    { ...dear, when: { input_over: 999 } },
  ]
  expect(estimateCost({ ...chat, tiers }, calls, options)?.call).toBe(2_250)
  expect(estimateCost({ ...chat, tiers }, { ...calls, promptTokens: 999 }, options)?.call).toBe(1_124.375)
})

test('of the tiers of an expression the last one counts that begins at or before the prompt', () => {
  const billing_tiers = [
    { name: '', input_from: 0, prices: { p: 1, c: 2 } },
    { name: 'long', input_from: 1_000, prices: { p: 3, c: 4 } },
  ]
  const row = { ...chat, billing_tiers }
  expect(estimateCost(row, calls, { ...options, groupRatio: 1 })?.call).toBeCloseTo(1_900, 6)
  expect(estimateCost(row, { ...calls, promptTokens: 500 }, { ...options, groupRatio: 1 })?.call).toBeCloseTo(450, 6)
})

test('prices for seconds, and missing prices, have no estimate', () => {
  expect(estimateCost(sampleRow('sound', { price_unit: 'second' }), calls, options)).toBeNull()
  expect(estimateCost({ ...chat, is_priced: false }, calls, options)).toBeNull()
})
