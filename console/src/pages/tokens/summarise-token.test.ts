import { expect, test } from 'bun:test'
import { summariseAccess, summariseCount, summariseModels, summariseRates, summariseSpend } from './summarise-token.ts'
import { buildNewTokenValues } from './token-values.ts'

const fresh = buildNewTokenValues(500_000)

test('a new key stops where the operator proposes, or nowhere', () => {
  expect(summariseSpend(fresh)).toEqual([{ text: 'stopsAfter', quota: 500_000 }])
  expect(summariseSpend(buildNewTokenValues(0))).toEqual([{ text: 'noLimit' }])
})

test('limits of a day and a month stand beside the quota, or alone', () => {
  const limits = { spend_day: 0, spend_month: 5_000_000, rpm: 60 }
  expect(summariseSpend({ ...fresh, limits })).toEqual([
    { text: 'stopsAfter', quota: 500_000 },
    { text: 'perMonth', quota: 5_000_000 },
  ])
  expect(summariseSpend({ ...fresh, unlimited_quota: true, limits })).toEqual([{ text: 'perMonth', quota: 5_000_000 }])
})

test('each section says what is set, and what applies where nothing is', () => {
  expect(summariseModels(fresh)).toEqual([{ text: 'anyModel' }, { text: 'accountGroup' }])
  expect(summariseModels({ model_limits_enabled: true, model_limits: ['a', 'b'], group: 'vip' })).toEqual([
    { text: 'models', count: 2 },
    { text: 'group', group: 'vip' },
  ])
  expect(summariseAccess(fresh)).toEqual([{ text: 'anyAddress' }])
  expect(summariseAccess({ allow_ips: '10.0.0.1\n\n10.0.0.2', deny_ips: '1.1.1.1' })).toEqual([
    { text: 'allowedIps', count: 2 },
    { text: 'deniedIps', count: 1 },
  ])
  expect(summariseRates(fresh)).toEqual([{ text: 'noRate' }])
  expect(summariseRates({ rate_limit_enabled: true, limits: { rpm: 60, tpm: 0 } })).toEqual([
    { text: 'ownRate' },
    { text: 'rate', name: 'rpm', count: 60 },
  ])
  expect([summariseCount({}), summariseCount({ count: 10 })]).toEqual([
    [{ text: 'one' }],
    [{ text: 'several', count: 10 }],
  ])
})
