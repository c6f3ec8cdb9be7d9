import { expect, test } from 'bun:test'
import { withCheckedTls } from './postgres-dialect.ts'

const address = 'postgres://u:p@h/x'

test.each([
  ['require', '', '?sslmode=verify-full'],
  ['prefer', '', '?sslmode=verify-full'],
  ['require', '&sslrootcert=/ca.pem', '?sslmode=verify-full&sslrootcert=/ca.pem'],
  ['verify-ca', '&sslrootcert=/ca.pem', '?sslmode=verify-ca&sslrootcert=/ca.pem&uselibpqcompat=true'],
  // Any certificate of a public authority would pass without the name.
  ['verify-ca', '', '?sslmode=verify-full'],
  ['verify-full', '', '?sslmode=verify-full'],
  ['no-verify', '', '?sslmode=no-verify'],
])('the mode %s%s of TLS is passed to the driver as %s', (mode, more, expected) => {
  expect(withCheckedTls(`${address}?sslmode=${mode}${more}`)).toBe(address + expected)
})
