import { expect, test } from 'bun:test'
import { buildOptionValues } from './option-values.ts'
import { changedPrices } from './price-entries.ts'

const optionsOf = (texts: Record<string, string>) => buildOptionValues(new Map(Object.entries(texts)), () => undefined)

test('a markup of all models changes those of the shipped list that have no entry, by tokens or by the call', () => {
  const tables = { ModelRatio: '{}', ModelPrice: '{}' }
  const rule = '[{"models":["*"],"factor":2}]'
  const changes = changedPrices(optionsOf(tables), optionsOf({ ...tables, MarkupRules: rule }))
  const afterOf = (name: string) => changes.find(({ model }) => model === name)?.after
  expect(afterOf('gpt-4o')).toMatchObject({ origin: 'markup', fields: { ratio: 2.5 } })
  expect(afterOf('dall-e-3')).toMatchObject({ origin: 'markup', fields: { price: 0.08 } })
})
