import { expect, test } from 'bun:test'
import { namesOfItems, namesOfText, writeItems, writeItemsText } from './catalogue-items.ts'

test('names are read from a list and from an object', () => {
  expect(namesOfItems(['a', 'b'])).toEqual(['a', 'b'])
  expect(namesOfItems({ a: '/x', b: { path: '/y', method: 'POST' } })).toEqual(['a', 'b'])
  expect(namesOfText('{"openai":"/v1/chat/completions"}')).toEqual(['openai'])
  expect(namesOfText('["openai",7]')).toEqual(['openai'])
  for (const text of ['', 'openai', '7', 'null']) expect(namesOfText(text)).toEqual([])
})

test('a list stays a list; an object keeps the values of remaining names', () => {
  expect(writeItems(['b', 'c'], ['a', 'b'])).toEqual(['b', 'c'])
  const before = { openai: { path: '/own', method: 'POST' }, gemini: '/g' }
  expect(writeItems(['openai', 'rerank', 'other'], before)).toEqual({
    openai: { path: '/own', method: 'POST' },
    rerank: '/v1/rerank',
    other: '',
  })
})

test('the text of no names is empty, and the first names become an object of paths', () => {
  expect(writeItemsText([], '["openai"]')).toBe('')
  expect(writeItemsText(['openai'], '')).toBe('{"openai":"/v1/chat/completions"}')
  expect(writeItemsText(['openai'], '["rerank"]')).toBe('["openai"]')
})
