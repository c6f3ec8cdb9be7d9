import { expect, test } from 'bun:test'
import { channelTypes, customType, lacksPath, ownTypesFrom } from './channel-types.ts'
import { channelWrite } from './channel-write.ts'

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

/** Numbers of the imported programs. A new type of this program is numbered in its own range. */
const shared = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 31, 33, 34, 35, 36,
  37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 59, 60,
]

test('a type has the number of the imported programs, or one of the own range', () => {
  const own = channelTypes.map(({ id }) => id).filter((id) => !shared.includes(id))
  expect(own.filter((id) => id < ownTypesFrom)).toEqual([])
  expect(shared.filter((id) => id >= ownTypesFrom)).toEqual([])
  expect(channelWrite.safeParse({ type: ownTypesFrom }).success).toBe(true)
  const ids = channelTypes.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})
