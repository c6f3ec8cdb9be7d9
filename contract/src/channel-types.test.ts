import { expect, test } from 'bun:test'
import { customType, lacksPath } from './channel-types.ts'

test.each([
  [customType, 'http://127.0.0.1:4010', true],
  [customType, 'https://up.example/', true],
  [customType, 'https://up.example/v1', true],
  [customType, 'https://up.example/v1/chat/completions', false],
  [customType, 'https://up.example/{model}', false],
  [customType, 'https://up.example/?route={model}', false],
  [customType, 'no address', false],
  [customType, null, false],
  [1, 'https://up.example', false],
])('a channel of type %p at %p lacks a path: %p', (type, baseUrl, lacks) => {
  expect(lacksPath(type, baseUrl)).toBe(lacks)
})
