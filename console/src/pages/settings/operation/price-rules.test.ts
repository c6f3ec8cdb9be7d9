import { expect, test } from 'bun:test'
import type { PriceRule } from '@sluice/contract/price-rules'
import { buildRuleRows, parsePriceRules, withRules } from './price-rules.ts'

const text =
  '{"b":[{"when":{"input_over":200000},"set":{"factor":2}}],"a":[{"when":{"days":["sat"]},"set":{"price":0.01}}]}'
const parsed = parsePriceRules(text)
const stored = parsed.ok ? parsed.value : new Map<string, PriceRule[]>()
const long: PriceRule = { when: { input_over: 1000 }, set: { factor: 3 } }

test('rules are parsed, and an invalid text reports its position', () => {
  expect([...stored.keys()]).toEqual(['b', 'a'])
  expect(parsePriceRules('{')).toEqual({ ok: false, fault: { kind: 'json' } })
  expect(parsePriceRules('{"m":[{"when":{"between":["1","2"]},"set":{"factor":1}}]}')).toMatchObject({
    fault: { kind: 'value', at: 'm → 1 → when → between → 1' },
  })
  expect(parsePriceRules('{"m":[{"when":{"input_over":1},"then":{}}]}')).toMatchObject({
    fault: { at: 'm → 1 → set' },
  })
  expect(parsePriceRules('[]')).toEqual({ ok: false, fault: { kind: 'value', at: '' } })
})

test('rows are by name and show their difference from the saved rules', () => {
  const read = (given: string) => {
    const next = parsePriceRules(given)
    return next.ok ? next.value : new Map<string, PriceRule[]>()
  }
  const changed = read(withRules(stored, stored, 'b', [long]))
  const grown = read(withRules(stored, changed, 'c', [long]))
  const shrunk = read(withRules(stored, grown, 'a', []))
  expect(buildRuleRows(stored, shrunk).map(({ model, change }) => [model, change])).toEqual([
    ['a', 'removed'],
    ['b', 'changed'],
    ['c', 'added'],
  ])
  const back = withRules(stored, read(withRules(stored, shrunk, 'a', stored.get('a'))), 'c', undefined)
  expect(JSON.stringify(JSON.parse(withRules(stored, read(back), 'b', stored.get('b'))))).toBe(text)
})
