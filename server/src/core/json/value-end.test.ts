import { expect, test } from 'bun:test'
import { createValueEnd } from './value-end.ts'

function isWhole(pieces: Iterable<string>): boolean {
  const end = createValueEnd()
  for (const piece of pieces) end.push(piece)
  return end.isWhole()
}

const whole = [
  '{}',
  ' {"a":[{},"}"]} \n',
  '{"\\"}":{"b":"\\\\"}}',
  '{"a":"{"}',
  '{"é":"\\u007d"}',
  '[{}]',
  '"{} \\""',
  '-1.5e3 ',
  'null',
]
const open = ['', ' ', '{', '{"a":{}', '{"a":"}', '{"a":"\\"}', 'x{}', '{} 1', '{}{}', '}', '"a', '"a" 1', 'nul', '1 2']

test('the end of a value is found, in any pieces', () => {
  for (const text of whole)
    for (const pieces of [[text], [...text]]) expect([text, isWhole(pieces)]).toEqual([text, true])
  for (const text of open)
    for (const pieces of [[text], [...text]]) expect([text, isWhole(pieces)]).toEqual([text, false])
})

test('a long text is scanned in steps', () => {
  const end = createValueEnd()
  end.push(`{"a":[${'"b}",'.repeat(100_000)}1]`)
  let steps = 1
  while (end.step()) steps++
  expect(steps).toBeGreaterThan(3)
  expect(end.isWhole()).toBe(false)
  end.push('}')
  expect(end.isWhole()).toBe(true)
})
