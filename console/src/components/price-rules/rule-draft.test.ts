import { expect, test } from 'bun:test'
import { buildRuleDraft, emptyRule, readRuleDraft } from './rule-draft.ts'

const rule = {
  when: {
    input_over: 200_000,
    between: ['22:00', '06:00'] as [string, string],
    days: ['sun' as const, 'sat' as const],
    from: '2027-01-01',
    until: '2028-01-01',
    timezone: 'Asia/Shanghai',
  },
  set: { factor: 0.5, completion_ratio: 6 },
}
const draft = buildRuleDraft(rule)
const faultsOf = (changes: Partial<typeof draft>) => {
  const read = readRuleDraft({ ...draft, ...changes })
  return read.ok ? {} : read.faults
}

test('a rule survives a round trip through the form', () => {
  expect(readRuleDraft(draft)).toEqual({ ok: true, rule })
  expect(readRuleDraft({ ...draft, days: ['sat', 'sun'] })).toEqual({ ok: true, rule })
})

test('what a call makes, and a price by the second, survive it too', () => {
  const video = { when: { resolution: ['2k', '4k'], sound: 'off' }, set: { second_price: 0.6 } }
  expect(readRuleDraft(buildRuleDraft(video))).toEqual({ ok: true, rule: video })
  const empty = { ...emptyRule, set: { second_price: '0.6' } }
  expect(readRuleDraft(empty)).toEqual({ ok: false, faults: { when: 'noCondition' } })
  const wrong = { ...empty, served: { ...emptyRule.served, size: ['1024 × 1024'] } }
  expect(readRuleDraft(wrong)).toEqual({ ok: false, faults: { size: 'notServed' } })
})

test('how a call is served, and a factor on every price, survive it too', () => {
  const served = { when: { tier: 'priority', geo: ['us', 'eu'] }, set: { factor: 1.1 }, stacks: true as const }
  const drafted = buildRuleDraft(served)
  expect(readRuleDraft(drafted)).toEqual({ ok: true, rule: served })
  expect(readRuleDraft({ ...drafted, set: { factor: '2', ratio: '1' } })).toEqual({
    ok: false,
    faults: { stacks: 'onlyFactor' },
  })
  expect(faultsOf({ served: { ...emptyRule.served, tier: ['Priority'] } })).toEqual({ tier: 'notServed' })
})

test('empty fields are not in the rule; a time zone alone has no effect', () => {
  expect(readRuleDraft({ ...emptyRule, inputOver: ' 1000 ', timezone: 'UTC', set: { ratio: '0' } })).toEqual({
    ok: true,
    rule: { when: { input_over: 1000 }, set: { ratio: 0 } },
  })
})

test('every fault is reported at its field', () => {
  expect(faultsOf({ ...emptyRule, timezone: 'UTC' })).toEqual({ when: 'noCondition', set: 'noChange' })
  expect(faultsOf({ inputOver: '1.5' })).toEqual({ inputOver: 'notWhole' })
  expect(faultsOf({ end: '' })).toEqual({ end: 'bothTimes' })
  expect(faultsOf({ start: '', end: '06:00' })).toEqual({ end: 'bothTimes' })
  expect(faultsOf({ end: '22:00' })).toEqual({ end: 'sameTimes' })
  expect(faultsOf({ until: '2027-01-01' })).toEqual({ until: 'daysOrder' })
  expect(faultsOf({ set: { factor: 'x', ratio: '1' } })).toEqual({ factor: 'notNumber' })
  expect(faultsOf({ timezone: 'Nowhere/Land' })).toEqual({ when: 'notRule' })
})
