import { expect, test } from 'bun:test'
import { headersProblem, namesIn, namesProblem, textMapProblem, tokenMapProblem } from './model-maps.ts'

test('each map tells which entry is wrong', () => {
  expect(textMapProblem('{"default":"v1beta"}')).toBeNull()
  expect(textMapProblem('{"default":"v1","x":1}')).toEqual({
    text: 'problem.valueNotText',
    values: { name: 'x' },
  })
  expect(tokenMapProblem('{"default":8192}')).toBeNull()
  for (const text of ['{"x":0}', '{"x":1.5}', '{"x":"8192"}'])
    expect(tokenMapProblem(text)?.text).toBe('problem.valueNotTokens')
  expect(headersProblem('{"m":{"anthropic-beta":["a","b"]}}')).toBeNull()
  for (const text of ['{"m":{"h":"a"}}', '{"m":["a"]}', '{"m":{"h":[1]}}'])
    expect(headersProblem(text)).toEqual({ text: 'problem.valueNotHeaders', values: { name: 'm' } })
})

test('anything but an object is no map', () => {
  for (const check of [textMapProblem, tokenMapProblem, headersProblem])
    for (const text of ['', '[]', '"a"', '{']) expect(check(text)).toEqual({ text: 'problem.json' })
})

test('a list of names is a list of texts', () => {
  expect(namesIn('["a","b"]')).toEqual(['a', 'b'])
  expect(namesIn('')).toEqual([])
  for (const text of ['{}', '[1]', '[']) {
    expect(namesIn(text)).toBeNull()
    expect(namesProblem(text)).toEqual({ text: 'problem.json' })
  }
})
