import { expect, test } from 'bun:test'
import { buildDefaultRows } from './default-rows.ts'

const stored = {
  ModelRatio: new Map([['gpt-4o', 1.25]]),
  CompletionRatio: new Map([['gpt-4o', 4]]),
}
const rowsOf = (differences: Parameters<typeof buildDefaultRows>[0]) => buildDefaultRows(differences, stored, 500_000)

test('a model without an operator price would be added, in dollars a million tokens', () => {
  const tables = {
    ModelRatio: { current: null, default: 1.5 },
    CompletionRatio: { current: null, default: 5 },
    CacheRatio: { current: null, default: 0.1 },
  }
  expect(rowsOf([{ model: 'new', tables }])).toEqual([
    {
      model: 'new',
      change: 'added',
      figures: [
        { kind: 'input', table: 'ModelRatio', before: null, after: 3 },
        { kind: 'output', table: 'CompletionRatio', before: null, after: 15 },
        { kind: 'factor', table: 'CacheRatio', before: null, after: 0.1 },
      ],
    },
  ])
})

test('a changed ratio also changes the price of output, at the same completion ratio', () => {
  const [row] = rowsOf([{ model: 'gpt-4o', tables: { ModelRatio: { current: 1.25, default: 2.5 } } }])
  expect(row).toMatchObject({
    change: 'changed',
    figures: [
      { kind: 'input', before: 2.5, after: 5 },
      { kind: 'output', before: 10, after: 20 },
    ],
  })
})

test('a changed completion ratio alone changes the price of output', () => {
  const [row] = rowsOf([{ model: 'gpt-4o', tables: { CompletionRatio: { current: 4, default: 3 } } }])
  expect(row?.figures).toEqual([{ kind: 'output', table: 'CompletionRatio', before: 10, after: 7.5 }])
})

test('an entry without a default would be removed', () => {
  const [row] = rowsOf([{ model: 'gpt-4o', tables: { CacheRatio: { current: 0.3, default: null } } }])
  expect(row).toMatchObject({ change: 'removed', figures: [{ before: 0.3, after: null }] })
})

test('a fixed price can become a price by tokens', () => {
  const tables = { ModelPrice: { current: 0.1, default: null }, ModelRatio: { current: null, default: 1 } }
  const [row] = rowsOf([{ model: 'x', tables }])
  expect(row).toMatchObject({ change: 'changed' })
  expect(row?.figures.map(({ kind, before, after }) => [kind, before, after])).toEqual([
    ['call', 0.1, null],
    ['input', null, 2],
  ])
})

test('a completion ratio without a ratio stays a factor', () => {
  const [row] = rowsOf([{ model: 'x', tables: { CompletionRatio: { current: 2, default: null } } }])
  expect(row?.figures).toEqual([{ kind: 'factor', table: 'CompletionRatio', before: 2, after: null }])
})

test('rules are shown by their number; they alone count as a change', () => {
  const rules = { current: null, default: [{ when: { input_over: 1 }, set: { factor: 2 } }] }
  expect(rowsOf([{ model: 'gpt-4o', tables: {}, rules }])).toEqual([
    {
      model: 'gpt-4o',
      change: 'changed',
      figures: [{ kind: 'rules', table: 'PriceRules', before: null, after: 1 }],
    },
  ])
})
