import { expect, test } from 'bun:test'
import { foreignSourcesOf } from './console.ts'
import { contentSecurityPolicy } from './platform/security-headers.ts'
import { buildOptionValues } from './state/option-values.ts'

test('the console opens itself to no payment gateway: another page goes there', () => {
  const options = { ...buildOptionValues(new Map(), () => {}), PayAddress: 'https://pay.example/gate' }
  const policy = contentSecurityPolicy(foreignSourcesOf({ ...options, EpayId: '1', EpayKey: 'k' }), 'n1')
  expect(policy).toContain("form-action 'self';")
  expect(policy).not.toContain('pay.example')
})
