import { expect, test } from 'bun:test'
import { costPrices } from '@sluice/contract/cost-prices'
import fc from 'fast-check'
import { type CostRow, costRows } from './cost-rows.ts'
import { templates } from './json-text.ts'
import { findTextFault } from './row-format.ts'

const model = fc.string({ unit: 'grapheme' })
const amount = fc.oneof(
  fc.float({ min: 0, max: 100, noNaN: true }).map(String),
  fc.constantFrom('', 'abc', '-1', '0.60', '1e3'),
)
const rest = fc.subarray([
  ['cache_ratio', '0.5'] as const,
  ['rules', '[{"when":{"input_over":200000},"set":{"factor":2}}]'] as const,
])
const row: fc.Arbitrary<CostRow> = fc.oneof(
  fc.record({
    model,
    kind: fc.constant('discount' as const),
    amount,
    completion: fc.constant(''),
    rest: fc.constant([]),
  }),
  fc.record({ model, kind: fc.constant('ratio' as const), amount, completion: amount, rest }),
  fc.record({
    model,
    kind: fc.constantFrom('price', 'second_price', 'character_price'),
    amount,
    completion: fc.constant(''),
    rest,
  }),
)

test('rows of cost prices survive a round trip through their text, with the fields that they do not show', () => {
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      expect(costRows.textToRows(costRows.rowsToText(rows))).toEqual(rows)
    }),
  )
})

test('showing cost prices as rows does not change them', () => {
  const text =
    '{"default":{"discount":0.6},"a":{"cache_ratio":0.5,"ratio":1,"completion_ratio":4},"b":{"price":0.03},"c":{"second_price":0.0001}}'
  const rows = costRows.textToRows(text) ?? []
  expect(JSON.parse(costRows.rowsToText(rows))).toEqual(JSON.parse(text))
  expect(costPrices.safeParse(JSON.parse(costRows.rowsToText(rows))).success).toBe(true)
  expect(costRows.textToRows(templates.cost_prices)).toHaveLength(2)
})

test('rows show neither entries without a single price nor other values', () => {
  for (const entry of ['{}', '1', '{"ratio":1,"price":2}', '{"ratio":null}', '{"discount":1,"ratio":1}'])
    expect(costRows.textToRows(`{"a":${entry}}`), entry).toBeNull()
  expect(costRows.textToRows('{"a":{"discount":0.5,"cache_ratio":1}}')).toBeNull()
})

test('a wrong row is refused by its number', () => {
  const faultOf = (entry: string) => findTextFault(costRows, `{"a":{"discount":1},${entry}}`)
  expect(faultOf('"b":{"ratio":1}')).toBeNull()
  expect(faultOf('"b":{"ratio":""}')).toEqual({ number: 2, code: 'incomplete' })
  expect(faultOf('"":{"ratio":1}')).toEqual({ number: 2, code: 'incomplete' })
  expect(faultOf('"b":{"ratio":"x"}')).toEqual({ number: 2, code: 'amount' })
  expect(faultOf('"b":{"ratio":1,"completion_ratio":-1}')).toEqual({ number: 2, code: 'amount' })
  expect(faultOf('"b":{"discount":101}')).toEqual({ number: 2, code: 'discount' })
  expect(faultOf('"a":{"discount":1}')).toEqual({ number: 2, code: 'repeated' })
})
