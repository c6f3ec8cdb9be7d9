import { expect, test } from 'bun:test'
import { createObjectEnd } from './object-end.ts'

const isReached = (pieces: Iterable<string>): boolean => {
  const end = createObjectEnd()
  for (const piece of pieces) end.push(piece)
  return end.isReached()
}

const whole = ['{}', ' {"a":[{},"}"]} \n', '{"\\"}":{"b":"\\\\"}}', '{"a":"{"}', '{"é":"\\u007d"}']
const open = ['', ' ', '{', '{"a":{}', '{"a":"}', '{"a":"\\"}', '[{}]', '1', '"{}"', 'x{}', '{} 1', '{}{}', '}']

test('the end of an object is found, in any pieces', () => {
  for (const text of whole)
    for (const pieces of [[text], [...text]]) expect([text, isReached(pieces)]).toEqual([text, true])
  for (const text of open)
    for (const pieces of [[text], [...text]]) expect([text, isReached(pieces)]).toEqual([text, false])
})
