import { expect, test } from 'bun:test'
import { buildGroupLimits, parseGroupLimits } from './group-limits.ts'

test('the table and the text have the same content', () => {
  const rows = [
    { group: 'default', most: 60, mostSuccessful: 30 },
    { group: '会员', most: 0, mostSuccessful: 1000 },
  ]
  expect(parseGroupLimits(buildGroupLimits(rows))).toEqual(rows)
  expect(buildGroupLimits(rows)).toBe('{\n  "default": [60, 30],\n  "会员": [0, 1000]\n}')
  expect(parseGroupLimits('')).toEqual([])
})

test('numbers out of range can be corrected in the table; other shapes cannot', () => {
  expect(parseGroupLimits('{"vip":[-1,0]}')).toEqual([{ group: 'vip', most: -1, mostSuccessful: 0 }])
  for (const text of ['{', '[]', '{"vip":1}', '{"vip":["a",1]}']) expect(parseGroupLimits(text)).toBeNull()
})
