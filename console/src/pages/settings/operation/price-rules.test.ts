import { expect, test } from 'bun:test'
import type { PriceRule } from '@sluice/contract/price-rules'
import { buildRuleRows, parsePriceRules, shadowedBy, withRules } from './price-rules.ts'

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

test('a rule that an earlier one always precedes never applies', () => {
  const night: PriceRule = { when: { between: ['22:00', '06:00'] }, set: { factor: 0.5 } }
  const longNight: PriceRule = { when: { between: ['22:00', '06:00'], input_over: 1000 }, set: { factor: 1 } }
  expect(shadowedBy([night, longNight], 1)).toBe(1)
  expect(shadowedBy([longNight, night], 1)).toBeNull()
  const priority = { when: { tier: 'priority' }, set: { factor: 2 } }
  const tiers = { ...priority, when: { tier: ['flex', 'priority'] } }
  expect(shadowedBy([tiers, priority], 1)).toBe(1)
  expect(shadowedBy([priority, tiers], 1)).toBeNull()
  expect(shadowedBy([tiers, { ...priority, stacks: true as const }], 1)).toBeNull()
  expect(shadowedBy([long, { ...long, when: { input_over: 2000 } }], 1)).toBe(1)
  expect(shadowedBy([long, { ...long, when: { input_over: 500 } }], 1)).toBeNull()
  expect(shadowedBy([night, { ...night, when: { ...night.when, timezone: 'Asia/Shanghai' } }], 1)).toBeNull()
  expect(shadowedBy([long, { when: { days: ['sat'], input_over: 1000 }, set: {} }], 1)).toBe(1)
  expect(
    shadowedBy(
      [
        { when: { days: ['sat', 'sun'], from: '2027-01-01' }, set: {} },
        { when: { days: ['sun'], from: '2027-02-01', until: '2028-01-01' }, set: {} },
      ],
      1,
    ),
  ).toBe(1)
})
