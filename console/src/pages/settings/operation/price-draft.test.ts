import { expect, test } from 'bun:test'
import { buildPriceDraft, readPriceDraft, withField, withKind } from './price-draft.ts'

const perUnit = 500_000
const free = () => false
const stored = { price: null, ratio: 1.25, completionRatio: 4 }
const draft = buildPriceDraft('gpt-4o', stored, perUnit)

test('a stored price is shown as ratios and in dollars, and survives a round trip', () => {
  expect(draft).toMatchObject({ kind: 'tokens', ratio: '1.25', inputDollars: '2.5', outputDollars: '10' })
  expect(readPriceDraft(draft, free)).toEqual({ ok: true, name: 'gpt-4o', pricing: stored })
})

test('typed dollars become ratios', () => {
  let typed = withField({ ...draft, by: 'dollars' }, 'inputDollars', '3', perUnit)
  typed = withField(typed, 'outputDollars', '15', perUnit)
  expect(typed).toMatchObject({ ratio: '1.5', completionRatio: '5' })
  expect(readPriceDraft(typed, free)).toMatchObject({
    pricing: { price: null, ratio: 1.5, completionRatio: 5 },
  })
})

test('omitted output stays unset', () => {
  const typed = withField({ ...draft, by: 'dollars' }, 'outputDollars', '', perUnit)
  expect(readPriceDraft(typed, free)).toMatchObject({ pricing: { ratio: 1.25, completionRatio: null } })
})

test('the other kind of price starts empty, and clears the first', () => {
  const call = withKind(draft, 'call')
  expect(call).toMatchObject({
    price: '',
    ratio: '',
    completionRatio: '',
    inputDollars: '',
    outputDollars: '',
  })
  const typed = withField(call, 'price', '0.04', perUnit)
  expect(readPriceDraft(typed, free)).toMatchObject({
    pricing: { price: 0.04, ratio: null, completionRatio: null },
  })
  expect(withKind(draft, 'tokens')).toBe(draft)
})

test('every fault is reported at its field', () => {
  const faultsOf = (changes: Partial<typeof draft>, isTaken = free as (name: string) => boolean) => {
    const result = readPriceDraft({ ...draft, ...changes }, isTaken)
    return result.ok ? {} : result.faults
  }
  expect(faultsOf({ name: ' ' })).toEqual({ name: 'nameRequired' })
  expect(faultsOf({ name: ' taken ' }, (name) => name === 'taken')).toEqual({ name: 'nameTaken' })
  expect(faultsOf({ ratio: '' })).toEqual({ ratio: 'required' })
  expect(faultsOf({ completionRatio: 'x' })).toEqual({ completionRatio: 'notNumber' })
  expect(faultsOf({ by: 'dollars', inputDollars: '0' })).toEqual({ inputDollars: 'priceZero' })
  expect(faultsOf({ by: 'dollars', inputDollars: '-1' })).toEqual({ inputDollars: 'notNumber' })
  expect(faultsOf({ kind: 'call', price: '' })).toEqual({ price: 'required' })
})

test('a free model has a ratio of 0 or a fixed price of 0', () => {
  expect(readPriceDraft(withField(draft, 'ratio', '0', perUnit), free).ok).toBe(true)
  expect(readPriceDraft({ ...withKind(draft, 'call'), price: '0' }, free).ok).toBe(true)
})
