import { expect, test } from 'bun:test'
import { modelAtPath } from './model-address.ts'

test.each([
  ['/models/gpt-4o', 'gpt-4o'],
  ['/models/meta/llama-3', 'meta/llama-3'],
  ['/models/a%3Ab%20c', 'a:b c'],
  ['/models/50%', '50%'],
  ['/models/', null],
  ['/models', null],
  ['/pricing', null],
])('%s is the page of %p', (path, model) => {
  expect(modelAtPath(path)).toBe(model)
})
