import { expect, test } from 'bun:test'
import type { UsageLogDetail } from '@sluice/contract/usage-log'
import { expressionPriceOf } from './expression-price.ts'

type Parts = NonNullable<UsageLogDetail['expr_parts']>

const part = (variable: Parts[number]['variable'], price: number): Parts[number] => ({ variable, count: 1, price })
const priceOf = (expr_parts: Parts, more: UsageLogDetail = {}, completion_tokens = 9) =>
  expressionPriceOf({ completion_tokens, detail: { expr_parts, ...more } })

test('input and output are shown, cached input beside them or not', () => {
  expect(priceOf([part('p', 2), part('c', 8)])).toEqual({ kind: 'tokens', input: 2, output: 8 })
  expect(priceOf([part('p', 2), part('c', 8), part('cr', 0.2)])).toMatchObject({ kind: 'tokens' })
})

test('the input price alone is shown only if the call has no output', () => {
  expect(priceOf([part('p', 2)], {}, 0)).toEqual({ kind: 'input', input: 2 })
  expect(priceOf([part('p', 2)])).toEqual({ kind: 'other', tier: '' })
})

test('calls, seconds and characters are shown where they are the whole price', () => {
  expect(priceOf([part('call', 40_000)])).toEqual({ kind: 'call', price: 0.04 })
  expect(priceOf([part('sec', 100)])).toEqual({ kind: 'second', price: 0.0001 })
  expect(priceOf([part('chars', 15)])).toEqual({ kind: 'character', price: 15 })
  expect(priceOf([part('call', 40_000), part('p', 2), part('c', 8)])).toEqual({ kind: 'other', tier: '' })
})

test('the factor of price rules is in the amounts', () => {
  expect(priceOf([part('p', 2), part('c', 8)], { price_factor: 1.1 })).toMatchObject({ input: 2.2, output: 8.8 })
})

test('anything else has the name of its tier at most', () => {
  const other = { kind: 'other', tier: 'long' } as const
  const matched_tier = 'long'
  expect(priceOf([], { matched_tier })).toEqual(other)
  expect(priceOf([part('len', 2), part('c', 8)], { matched_tier })).toEqual(other)
  expect(expressionPriceOf({ completion_tokens: 9, detail: { expr_amount: '12', matched_tier } })).toEqual(other)
})
