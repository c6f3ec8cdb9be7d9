import { expect, test } from 'bun:test'
import { ownPath } from './sign-in.ts'

const origin = 'https://gate.example'

test('a login leads only to pages of the console', () => {
  expect(ownPath('/log?p=2#row', origin)).toBe('/log?p=2#row')
  for (const text of [
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/a/..//evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    'log',
  ])
    expect(ownPath(text, origin)).toBeNull()
})

test('a login does not lead to itself', () => {
  for (const text of ['/login', '/login?next=%2Flogin', '/register', '/reset']) expect(ownPath(text, origin)).toBeNull()
})
