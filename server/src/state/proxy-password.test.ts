import { expect, test } from 'bun:test'
import { createSecretBox } from '../platform/secret-box.ts'
import { openProxyPassword, proxyToStore, sealProxyPassword } from './proxy-password.ts'

const [box, other] = [createSecretBox('one'), createSecretBox('another')]

test.each([
  'http://user:secret@proxy.example:3128',
  'https://user:p@s:s/w@[2001:db8::1]:3128',
  'http://user:@proxy.example',
  'http://:secret@proxy.example',
  'http://user@proxy.example',
  'http://proxy.example:3128',
])('%s is called unchanged', (proxy) => {
  const sealed = sealProxyPassword(box, proxy)
  expect(sealed).not.toContain('secret')
  expect(openProxyPassword(box, sealed)).toBe(proxy)
})

test('a password that cannot be opened is used as it is', () => {
  const clear = 'http://user:secret@proxy.example'
  expect(openProxyPassword(box, clear)).toBe(clear)
  const sealed = sealProxyPassword(other, clear)
  expect(openProxyPassword(box, sealed)).toBe(sealed)
})

test('the masked password means the stored one, for this proxy alone', () => {
  const stored = sealProxyPassword(box, 'http://user:secret@proxy.example')
  expect(proxyToStore(box, 'http://user:***@proxy.example', stored)).toBe(stored)
  expect(proxyToStore(box, 'http://user:***@evil.example', stored)).toBeNull()
  expect(proxyToStore(box, 'http://user:***@proxy.example', undefined)).toBeNull()
})
