import { expect, test } from 'bun:test'
import { siteAddress } from './site-address.ts'

test('the address is the configured one, otherwise the console’s', () => {
  expect(siteAddress('https://api.example.com//')).toBe('https://api.example.com')
  expect(siteAddress('')).toBe(location.origin)
  expect(siteAddress(undefined)).toBe(location.origin)
})
