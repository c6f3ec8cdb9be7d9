import { expect, test } from 'bun:test'
import { findRepeatedKey } from './repeated-key.ts'

function repeatedIn(text: string): string | null {
  const steps = findRepeatedKey(new TextEncoder().encode(text))
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

test('a key that an object has twice is found at any depth, however it is written', () => {
  expect(repeatedIn('{"messages":[{"role":"user","content":"a","content":"b"}]}')).toBe('content')
  expect(repeatedIn('{"a":[[{"b":{"c":1,"d":[{"x":1}],"c":2}}]]}')).toBe('c')
  expect(repeatedIn(String.raw`{"m":{"content":"a","c\u006fntent":"b"}}`)).toBe('content')
  expect(repeatedIn('{"m":{"é":1,"é":2}}')).toBe('é')
  expect(repeatedIn(`{"m":{"${'k'.repeat(100)}":1,"${'k'.repeat(100)}":2}}`)).toHaveLength(100)
  expect(repeatedIn('{ "m" : { "a" : 1 , "a" : 2 } }')).toBe('a')
})

test('an object of many keys is read in linear time', () => {
  const names = Array.from({ length: 100_000 }, (_, n) => `"k${n}":1`).join()
  expect(repeatedIn(`{${names}}`)).toBeNull()
  expect(repeatedIn(`{${names},"k70000":2}`)).toBe('k70000')
})

test('objects of their own, texts and values are no repetition', () => {
  for (const text of [
    '{"a":{"a":{"a":"a"}},"b":[{"a":1},{"a":2}]}',
    '{"a":["a","a","a"],"b":"a"}',
    String.raw`{"a":"\"b\":1,\"b\":2","b":"{\"b\":1}"}`,
    String.raw`{"a":"ends in \\","b":"\\\\","c":{}}`,
    '{"a":[],"b":{},"c":[1,2,3],"d":null}',
  ])
    expect(repeatedIn(text)).toBeNull()
})

test('a large text is read in steps', () => {
  const text = JSON.stringify({
    messages: Array.from({ length: 40_000 }, (_, n) => ({ role: 'user', content: `${n}` })),
  })
  const steps = findRepeatedKey(new TextEncoder().encode(text))
  let count = 0
  while (steps.next().done !== true) count++
  expect(count).toBeGreaterThan(3)
})
