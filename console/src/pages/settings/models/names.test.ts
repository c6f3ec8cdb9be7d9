import { expect, test } from 'bun:test'
import { namesIn } from './names.ts'

test('a list of names is a list of texts', () => {
  expect(namesIn('["a","b"]')).toEqual(['a', 'b'])
  expect(namesIn('')).toEqual([])
  for (const text of ['{}', '[1]', '[']) expect(namesIn(text)).toBeNull()
})
