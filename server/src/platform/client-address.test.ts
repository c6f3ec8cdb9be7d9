import { expect, test } from 'bun:test'
import { createClientAddress, networkOf } from './client-address.ts'

const request = (headers: Record<string, string>) => new Request('http://host/', { headers })

test('without trusted proxies forwarding headers are ignored', () => {
  const readClient = createClientAddress('')
  expect(readClient('203.0.113.9', request({ 'x-forwarded-for': '1.1.1.1', 'x-forwarded-proto': 'https' }))).toEqual({
    ip: '203.0.113.9',
    isHttps: false,
  })
})

test('behind proxies the caller is the rightmost hop that is not a proxy', () => {
  const readClient = createClientAddress('10.0.0.0/8, ::1')
  const headers = { 'x-forwarded-for': '6.6.6.6, 198.51.100.7, 10.0.0.2', 'x-forwarded-proto': 'https' }
  expect(readClient('::ffff:10.1.2.3', request(headers))).toEqual({ ip: '198.51.100.7', isHttps: true })
  expect(readClient('198.51.100.1', request(headers)).ip).toBe('198.51.100.1')
})

test('a hop that is not an address ends the search', () => {
  const readClient = createClientAddress('10.0.0.0/8')
  expect(readClient('10.0.0.1', request({ 'x-forwarded-for': '1.1.1.1, nonsense, 10.0.0.2' })).ip).toBe('10.0.0.1')
})

test('trusting all addresses, and unreadable lists, are refused', () => {
  expect(() => createClientAddress('*')).toThrow('TRUSTED_PROXIES')
  expect(() => createClientAddress('10.0.0.0/99')).toThrow('TRUSTED_PROXIES')
})

test('an IPv6 caller is limited by its /64', () => {
  expect(networkOf('2001:db8:1:2:3::1')).toBe(networkOf('2001:db8:1:2:ffff::9'))
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'))
})
