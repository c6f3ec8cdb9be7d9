import { expect, test } from 'bun:test'
import { render } from '../messages/render.ts'
import { parseOption, parseWritten, reasonOfFault } from './parse-option.ts'
import { optionOf } from './registry.ts'

test.each([
  ['DefaultUserLimits', '{"rpm":60,"spend_day":500000}', { rpm: 60, spend_day: 500_000 }],
  ['DefaultUserLimits', '{}', {}],
  ['GroupLimits', '{"vip":{"concurrency":0,"tpm":9007199254740991}}', { vip: { concurrency: 0, tpm: 2 ** 53 - 1 } }],
  ['ModelLimits', '{"gpt-4o":{"rpm":1,"other":2}}', { 'gpt-4o': { rpm: 1 } }],
  ['ModelRequestRateLimitGroup', '{"vip":[0,1]}', { vip: [0, 1] }],
] as const)('%s accepts %s', (key, text, value) => {
  const parsed = parseOption(optionOf(key), text)
  expect(parsed.ok && JSON.parse(JSON.stringify(parsed.value))).toEqual(value)
})

test.each([
  ['DefaultUserLimits', '{"rpm":-1}', 'rpm must not be less than 0'],
  ['DefaultUserLimits', '{"rpm":1.5}', 'rpm must be a whole number'],
  ['DefaultUserLimits', '{"spend_day":"5"}', 'spend_day must be a number'],
  ['GroupLimits', '{"vip":{"spend_month":9007199254740992}}', 'vip.spend_month'],
  ['GroupLimits', '{"vip":5}', 'vip'],
  ['ModelLimits', '[', 'is not valid JSON'],
  ['ModelRequestRateLimitGroup', '{"vip":[0,0]}', 'vip, entry 2 must not be less than 1'],
  ['ModelRequestRateLimitGroup', '{"vip":[-1,1]}', 'vip, entry 1 must not be less than 0'],
  ['ModelRequestRateLimitSuccessCount', '0', ''],
  ['ModelRequestRateLimitDurationMinutes', '-1', ''],
] as const)('%s refuses %s', (key, text, reason) => {
  const parsed = parseOption(optionOf(key), text)
  expect(parsed.ok).toBe(false)
  if (!parsed.ok) expect(render('en', 'reasons', reasonOfFault(parsed.fault))).toContain(reason)
})

test('a table has no inherited names', () => {
  const parsed = parseOption(optionOf('GroupLimits'), '{"constructor":{"rpm":1}}')
  expect(parsed.ok && Object.getPrototypeOf(parsed.value)).toBeNull()
})

test('lines are never read as JSON, even if they begin like it', () => {
  const words = optionOf('SensitiveWords')
  for (const text of ['{', '[a', '{"a":1,"a":2}', '{"__proto__":1}'])
    expect(parseWritten(words, text)).toEqual({ ok: true, value: [text] })
})

test.each([
  ['ModelRatio', '{"a":1,"a":2}', 'a is given twice'],
  ['ModelRatio', '{"__proto__":1}', 'the name __proto__ cannot be used'],
  ['ModelRatio', '{" a":1}', 'names must not be empty, or begin or end with a space'],
  ['ModelRatio', '{"a":1000000001}', 'a must not be more than 1000000000'],
  ['GroupRatio', '{"vip":1}', 'the group default must stay'],
  ['TopupGroupRatio', '{"vip":0}', 'vip must be greater than 0'],
  ['Chats', '[{"a":"javascript:alert(1)"}]', 'entry 1, a must not be an address that runs a script'],
  ['Chats', '[{"a":"x://y"},{"":"x://y"}]', 'entry 2 must not be empty'],
  ['Chats', '[{"a":"x://y"},{"a":"x://z"}]', 'entry 2, a is given twice'],
  ['QuotaPerUnit', '1.2345678', 'must not have more than six decimals'],
  ['HeaderNavModules', '{"home":true,"home":false}', 'home is given twice'],
] as const)('%s cannot be set to %s, which is still read if it is stored', (key, text, reason) => {
  expect(parseOption(optionOf(key), text).ok).toBe(true)
  const parsed = parseWritten(optionOf(key), text)
  expect(parsed.ok ? null : render('en', 'reasons', reasonOfFault(parsed.fault))).toBe(reason)
})
