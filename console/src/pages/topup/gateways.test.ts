import { expect, test } from 'bun:test'
import { methodsOf, minimumOf, presetsOf, quotaOf, staysInTab } from './gateways.ts'

const currency = { perUnit: 500_000, inCurrency: true }
const raw = { perUnit: 500_000, inCurrency: false }

test('only configured methods are offered', () => {
  expect(methodsOf(null)).toEqual([])
  expect(methodsOf({ enable_online_topup: true, enable_stripe_topup: false })).toEqual(['zfb', 'wx'])
  expect(methodsOf({ enable_online_topup: false, enable_stripe_topup: true })).toEqual(['stripe'])
  expect(methodsOf({ enable_online_topup: true, enable_stripe_topup: true })).toHaveLength(3)
})

test('amounts are units of currency, or quota if the site shows quota', () => {
  expect(minimumOf(0, currency)).toBe(1)
  expect(minimumOf(3, currency)).toBe(3)
  expect(minimumOf(3, raw)).toBe(1_500_000)
  expect(quotaOf(10, currency)).toBe(5_000_000)
  expect(quotaOf(10, raw)).toBe(10)
})

test('offered amounts are never below the minimum', () => {
  expect(presetsOf(1, currency)).toEqual([5, 10, 20, 50, 100, 500])
  expect(presetsOf(30, currency)).toEqual([30, 60, 150, 300, 600, 1500])
  expect(presetsOf(1, raw)[0]).toBe(2_500_000)
})

test.each([
  ['Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15', true],
  ['Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/120.0 Mobile/15E148 Safari/604.1', true],
  ['Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36', false],
  ['Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36', false],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', false],
])('%p pays in the same tab: %p', (agent, stays) => expect(staysInTab(agent)).toBe(stays))
