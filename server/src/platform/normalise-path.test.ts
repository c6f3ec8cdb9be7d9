import { expect, test } from 'bun:test'
import { normalisePath } from './normalise-path.ts'

test.each([
  ['/', '/'],
  ['//', '/'],
  ['/api/user', '/api/user'],
  ['/api/user/', '/api/user'],
  ['/api/user//', '/api/user'],
  ['//v1//chat///completions/', '/v1/chat/completions'],
])('%s is %s', (path, expected) => {
  expect(normalisePath(path)).toBe(expected)
})
