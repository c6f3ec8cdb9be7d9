import { expect, test } from 'bun:test'
import { sheetOf, sheetRowOf } from '../test-rows.ts'
import { changesOf, createChangeStore } from './change-store.ts'
import { differenceOfRow } from './differences.ts'
import { noPrice, type PricePatch, patchBetween, withPatch } from './model-price.ts'

const price = { fields: { ratio: 1, cache_ratio: 0.1 }, rules: [], expression: null }
const sheet = sheetOf([])
const rule = { when: { input_over: 1000 }, set: { factor: 2 } }

test('a change has what differs, and applies to the price it came from', () => {
  const after = { fields: { ratio: 2, completion_ratio: 4 }, rules: [rule], expression: 'p * 2' }
  const patch = patchBetween(price, after)
  expect(patch).toEqual({
    fields: { ratio: 2, completion_ratio: 4, cache_ratio: null },
    rules: [rule],
    expression: 'p * 2',
  })
  expect(withPatch(price, patch ?? undefined)).toEqual(after)
  expect(patchBetween(price, { ...price })).toBeNull()
  expect(patchBetween(after, noPrice)).toEqual({
    fields: { ratio: null, completion_ratio: null },
    rules: null,
    expression: null,
  })
})

test('a change leaves alone what it does not name', () => {
  expect(withPatch(price, { fields: { ratio: 3 } })).toEqual({ ...price, fields: { ratio: 3, cache_ratio: 0.1 } })
})

test('an edit of several models is one step back', () => {
  const store = createChangeStore()
  store.edit([['a', { fields: { ratio: 1 } }]], sheet)
  store.edit(
    [
      ['a', null],
      ['b', { fields: { ratio: 2 } }],
      ['c', { fields: { ratio: 3 } }],
    ],
    sheet,
  )
  expect(changesOf(store.get()).map(({ model }) => model)).toEqual(['b', 'c'])
  store.undo()
  expect(changesOf(store.get())).toEqual([{ model: 'a', fields: { ratio: 1 } }])
  store.undo()
  expect(store.get().size).toBe(0)
  expect(store.canUndo()).toBe(false)
})

test('published changes cannot be undone here', () => {
  const store = createChangeStore()
  store.edit(
    [
      ['a', { fields: { ratio: 1 } }],
      ['b', { fields: { ratio: 2 } }],
    ],
    sheet,
  )
  store.drop(['a'], { rules: false })
  expect([...store.get().keys()]).toEqual(['b'])
  expect(store.canUndo()).toBe(false)
})

test('changes belong to the sheet that the first of them was made on', () => {
  const [first, second] = [sheetOf([], { version: 'v1' }), sheetOf([], { version: 'v2' })]
  const store = createChangeStore()
  expect(store.base()).toBeNull()
  store.edit([['a', { fields: { ratio: 1 } }]], first)
  store.edit([['b', { fields: { ratio: 2 } }]], second)
  expect(store.base()).toBe(first)
  store.drop(['a', 'b'], { rules: false })
  expect(store.base()).toBeNull()
  store.edit([['a', { fields: { ratio: 1 } }]], first)
  store.edit([['a', null]], first)
  store.edit([['b', { fields: { ratio: 2 } }]], second)
  expect(store.base()).toBe(second)
  store.undo()
  store.undo()
  expect([...store.get().keys()]).toEqual(['a'])
  expect(store.base()).toBe(first)
})

test('a publication does not list prices of audio that follow from the name of the model', () => {
  const row = sheetRowOf({ fields: { ratio: 1.25, completion_ratio: 4, audio_ratio: 20 }, set: ['ratio'] })
  const figuresOf = (patch: PricePatch, of = row) =>
    differenceOfRow('gpt-5.4', { row: of, patch, quotaPerUnit: 500_000 }).figures.map(({ figure }) => figure)
  expect(figuresOf({ fields: { ratio: 2 } })).toEqual(['input', 'output'])
  expect(figuresOf({ fields: { ratio: 2, audio_ratio: 10 } })).toEqual(['input', 'output', 'audioInput'])
  expect(figuresOf({ fields: { ratio: 2 } }, { ...row, set: ['ratio', 'audio_ratio'] })).toContain('audioInput')
})
