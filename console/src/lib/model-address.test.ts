import { expect, test } from 'bun:test'
import { modelAtPath, modelParams } from './model-address.ts'

test.each([
  ['/models/gpt-4o', 'gpt-4o'],
  ['/models/meta/llama-3', 'meta/llama-3'],
  ['/models/a%3Ab%20c', 'a:b c'],
  ['/models/gpt-4o/', 'gpt-4o'],
  ['/models/50%', '50%'],
  ['/models/', null],
  ['/models', null],
  ['/pricing', null],
])('%s is the page of %p', (path, model) => {
  expect(modelAtPath(path)).toBe(model)
})

test.each([
  ['gpt-4o', { model: 'gpt-4o', _splat: '' }],
  ['meta/llama/3', { model: 'meta', _splat: 'llama/3' }],
])('the route of %s has its parts', (name, params) => expect(modelParams(name)).toEqual(params))
