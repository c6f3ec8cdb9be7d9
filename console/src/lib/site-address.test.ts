import { expect, test } from 'bun:test'
import { siteAddress } from './site-address.ts'

const own = () => 'https://here.example/ai'

test('the address is the configured one, otherwise the console’s', () => {
  expect(siteAddress('https://api.example.com//', own)).toBe('https://api.example.com')
  expect(siteAddress('', own)).toBe('https://here.example/ai')
  expect(siteAddress(undefined, own)).toBe('https://here.example/ai')
})
