import { expect, test } from 'bun:test'
import type { PriceSheetRow } from '@sluice/contract/price-sheet'
import { sheetOf, sheetRowOf } from '../test-rows.ts'
import { isUndecided, mergeChanges, rulesClashId } from './merge-changes.ts'
import type { PricePatch } from './model-price.ts'

const quotaPerUnit = 500_000
/** $2.50 in, $10 out, $0.25 for cache reads. */
const before = sheetRowOf()
const row = (fields: PriceSheetRow['fields'], more: Partial<PriceSheetRow> = {}) =>
  sheetRowOf({ fields, set: Object.keys(fields) as PriceSheetRow['set'], last_change: { at: 1, by: 'bob' }, ...more })
const merge = (patch: PricePatch, now: PriceSheetRow, choices = {}) => {
  const unmerged = { patches: new Map([['gpt-5.4', patch]]), rules: null, base: sheetOf([before]) }
  return mergeChanges(unmerged, sheetOf([now], { version: 'v2' }), { quotaPerUnit, choices })
}
/** Input from $2.50 to $5, while the others stay in dollars. */
const dearerInput = { fields: { ratio: 2.5, completion_ratio: 2, cache_ratio: 0.05 } }

test('a figure that only the other side changed is taken over, and the own one counts', () => {
  // They: output from $10 to $12.
  const merged = merge(dearerInput, row({ ratio: 1.25, completion_ratio: 4.8, cache_ratio: 0.1 }))
  expect(merged.clashes).toEqual([])
  // Still $5 in, now $12 out, $0.25 for cache reads.
  expect(merged.patches.get('gpt-5.4')).toEqual({ fields: { ratio: 2.5, completion_ratio: 2.4, cache_ratio: 0.05 } })
})

test('a factor for the whole price is a factor for what someone else changed of it', () => {
  const merged = merge({ fields: { ratio: 2.5 } }, row({ ratio: 1.25, completion_ratio: 4.8, cache_ratio: 0.1 }))
  expect(merged.clashes).toEqual([])
  expect(merged.patches.get('gpt-5.4')).toEqual({ fields: { ratio: 2.5 } })
})

test('a figure that both changed is a choice, with theirs and the own one', () => {
  const now = row({ ratio: 2, completion_ratio: 3, cache_ratio: 0.0625 })
  const { clashes, ...merged } = merge(dearerInput, now)
  expect(clashes).toMatchObject([
    {
      part: 'input',
      by: 'bob',
      theirs: { figures: [{ figure: 'input', before: 2.5, after: 4 }] },
      mine: { figures: [{ figure: 'input', before: 2.5, after: 5 }] },
    },
  ])
  expect(isUndecided({ ...merged, clashes }, {})).toBe(true)
  const [id = ''] = clashes.map((clash) => clash.id)
  expect(isUndecided({ ...merged, clashes }, { [id]: 'mine' })).toBe(false)
  // $5 in, their $12 out.
  expect(merge(dearerInput, now, { [id]: 'mine' }).patches.get('gpt-5.4')).toMatchObject({
    fields: { ratio: 2.5, completion_ratio: 2.4 },
  })
  expect(merge(dearerInput, now, { [id]: 'theirs' }).patches.size).toBe(0)
})

test('the same change of both sides leaves nothing to publish and nothing to choose', () => {
  const merged = merge(dearerInput, row({ ratio: 2.5, completion_ratio: 2, cache_ratio: 0.05 }))
  expect(merged.clashes).toEqual([])
  expect(merged.patches.size).toBe(0)
})

test('a price that has become one by the call is chosen as a whole', () => {
  const now = row({ price: 0.02 })
  const { clashes } = merge(dearerInput, now)
  expect(clashes.map(({ part }) => part)).toEqual(['price'])
  const [id = ''] = clashes.map((clash) => clash.id)
  expect(merge(dearerInput, now, { [id]: 'theirs' }).patches.size).toBe(0)
  expect(merge(dearerInput, now, { [id]: 'mine' }).patches.get('gpt-5.4')).toEqual({
    fields: { ratio: 2.5, completion_ratio: 2, cache_ratio: 0.05, price: null },
  })
})

test('rules, expressions and costs are compared each for itself', () => {
  const rule = { when: { input_over: 1000 }, set: { factor: 2 } }
  const patch = { rules: [rule], expression: 'p * 2', cost: { discount: 0.5 } }
  const silent = merge(patch, row({ ratio: 2, completion_ratio: 4, cache_ratio: 0.1 }))
  expect(silent.clashes).toEqual([])
  expect(silent.patches.get('gpt-5.4')).toEqual(patch)
  const now = row(before.fields, {
    rules: [{ ...rule, set: { factor: 3 } }],
    expression: 'p * 3',
    cost: { ...before.cost, entry: { discount: 0.6 } },
  })
  expect(merge(patch, now).clashes.map(({ part }) => part)).toEqual(['rules', 'expression', 'cost'])
})

test('a ratio that dollars would round is published as it was typed', () => {
  const ratio = 0.123456789012
  const merged = merge({ fields: { ratio } }, row({ ratio: 1.25, completion_ratio: 5, cache_ratio: 0.1 }))
  expect(merged.patches.get('gpt-5.4')).toEqual({ fields: { ratio } })
})

test('markup rules that both changed are a choice; those that only one side changed count', () => {
  const [own, theirs] = [[{ models: ['*'], factor: 1.1 }], [{ models: ['*'], factor: 1.2 }]]
  const mergeRules = (markup_rules: typeof own, choices = {}) =>
    mergeChanges({ patches: new Map(), rules: own, base: sheetOf([]) }, sheetOf([], { version: 'v2', markup_rules }), {
      quotaPerUnit,
      choices,
    })
  expect(mergeRules([])).toMatchObject({ rules: own, hasRulesClash: false })
  expect(mergeRules(own)).toMatchObject({ rules: null, hasRulesClash: false })
  expect(mergeRules(theirs)).toMatchObject({ rules: own, hasRulesClash: true })
  expect(mergeRules(theirs, { [rulesClashId]: 'theirs' })).toMatchObject({ rules: null })
})
