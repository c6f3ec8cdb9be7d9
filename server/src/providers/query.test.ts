import { expect, test } from 'bun:test'
import { allowedQuery, withoutKey } from './query.ts'

test.each([
  ['/v1/messages', ''],
  ['/v1/messages?', ''],
  ['/v1/messages?beta=true', '?beta=true'],
  ['/v1/messages?key=sk-1&beta=true&x=1', '?beta=true'],
  ['/v1/messages?x=1', ''],
])('of the query in %p only %p is forwarded', (path, query) => {
  expect(allowedQuery(path, ['beta'])).toBe(query)
})

test.each([
  ['/v1/chat/completions', '/v1/chat/completions'],
  ['/v1/chat/completions?a=1', '/v1/chat/completions?a=1'],
  ['/v1/chat/completions?key=sk-1', '/v1/chat/completions'],
  ['/v1/chat/completions?a=1&Key=sk-1', '/v1/chat/completions?a=1'],
])('%p without a key is %p', (path, kept) => {
  expect(withoutKey(path)).toBe(kept)
})
