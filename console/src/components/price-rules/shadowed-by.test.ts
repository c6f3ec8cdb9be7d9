import { expect, test } from 'bun:test'
import type { PriceRule } from '@sluice/contract/price-rules'
import { shadowedBy } from './shadowed-by.ts'

const long: PriceRule = { when: { input_over: 1000 }, set: { factor: 3 } }

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
