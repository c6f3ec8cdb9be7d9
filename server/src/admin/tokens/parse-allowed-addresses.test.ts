import { expect, test } from 'bun:test'
import { parseAllowedAddresses } from './parse-allowed-addresses.ts'

test('IPv4 and IPv6 addresses and ranges are kept, one on each line', () => {
  const parsed = parseAllowedAddresses(' 1.2.3.4 \r\n10.0.0.0/8, 2001:db8::/32\n\n::1\n1.2.3.4')
  expect(parsed).toEqual({ ok: true, text: '1.2.3.4\n10.0.0.0/8\n2001:db8::/32\n::1' })
})

test('no lines mean no restriction', () => {
  expect(parseAllowedAddresses(' \n , ')).toEqual({ ok: true, text: '' })
})

test.each(['example.com', '10', '010.1.1.1', '1.2.3.4/33', '1.2.3', '::1/129', 'fe80::1%eth0', '1.2.3.4-9'])(
  'a list with %s is refused, naming it',
  (line) => {
    expect(parseAllowedAddresses(`1.1.1.1\n${line}`)).toEqual({ ok: false, line })
  },
)
