import { expect, test } from 'bun:test'
import { parseOption } from '../option-values.ts'

test.each([
  ['DefaultUserLimits', '{"rpm":60,"spend_day":500000}', { rpm: 60, spend_day: 500_000 }],
  ['DefaultUserLimits', '{}', {}],
  [
    'GroupLimits',
    '{"vip":{"concurrency":0,"tpm":9007199254740991}}',
    { vip: { concurrency: 0, tpm: 2 ** 53 - 1 } },
  ],
  ['ModelLimits', '{"gpt-4o":{"rpm":1,"other":2}}', { 'gpt-4o': { rpm: 1 } }],
  ['ModelRequestRateLimitGroup', '{"vip":[0,1]}', { vip: [0, 1] }],
] as const)('%s takes %s', (key, text, value) => {
  const parsed = parseOption(key, text)
  expect(parsed.ok && JSON.parse(JSON.stringify(parsed.value))).toEqual(value)
})

test.each([
  ['DefaultUserLimits', '{"rpm":-1}', 'rpm: must not be less than 0'],
  ['DefaultUserLimits', '{"rpm":1.5}', 'rpm: must be a whole number'],
  ['DefaultUserLimits', '{"spend_day":"5"}', 'spend_day: must be a number'],
  ['GroupLimits', '{"vip":{"spend_month":9007199254740992}}', 'vip.spend_month'],
  ['GroupLimits', '{"vip":5}', 'vip'],
  ['ModelLimits', '[', 'not a valid JSON string'],
  ['ModelRequestRateLimitGroup', '{"vip":[0,0]}', 'vip.1: must not be less than 1'],
  ['ModelRequestRateLimitGroup', '{"vip":[-1,1]}', 'vip.0: must not be less than 0'],
  ['ModelRequestRateLimitSuccessCount', '0', ''],
  ['ModelRequestRateLimitDurationMinutes', '-1', ''],
] as const)('%s refuses %s', (key, text, reason) => {
  const parsed = parseOption(key, text)
  expect(parsed.ok).toBe(false)
  if (!parsed.ok) expect(parsed.reason).toContain(reason)
})

test('names that every object has are no entries', () => {
  const parsed = parseOption('GroupLimits', '{"constructor":{"rpm":1}}')
  expect(parsed.ok && Object.getPrototypeOf(parsed.value)).toBeNull()
})
