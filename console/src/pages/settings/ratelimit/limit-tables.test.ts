import { expect, test } from 'bun:test'
import { buildLimitTable, parseLimitsText, parseLimitTable } from './limit-tables.ts'

test('limits are numbers, also invalid ones; an absent limit stays absent', () => {
  expect(parseLimitsText('{"rpm":60,"spend_day":0}')).toEqual({ rpm: 60, spend_day: 0 })
  expect(parseLimitsText('')).toEqual({})
  expect(parseLimitsText('{"rpm":-1,"tpm":1.5}')).toEqual({ rpm: -1, tpm: 1.5 })
  for (const text of ['{"rpm":"60"}', '[]', '{']) expect(parseLimitsText(text)).toBeNull()
})

test('the rows and the text have the same content', () => {
  const rows = [
    { name: 'vip', limits: { rpm: 60, tpm: 0 } },
    { name: 'gpt-4o', limits: {} },
  ]
  expect(parseLimitTable(buildLimitTable(rows))).toEqual(rows)
  expect(parseLimitTable('{"vip":{"rpm":"60"}}')).toBeNull()
  expect(parseLimitTable('[]')).toBeNull()
})
