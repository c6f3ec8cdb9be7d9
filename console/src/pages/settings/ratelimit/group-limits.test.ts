import { expect, test } from 'bun:test'
import { buildGroupLimits, groupLimitsProblem, parseGroupLimits } from './group-limits.ts'

test('each group has a pair: from 0 requests, from 1 successful one', () => {
  expect(groupLimitsProblem('{}')).toBeNull()
  expect(groupLimitsProblem('{"default":[0,1],"vip":[60,30]}')).toBeNull()
  const said = (pair: unknown) => groupLimitsProblem(JSON.stringify({ vip: pair }))?.text
  for (const pair of [1, [], [1], [1, 2, 3], {}]) expect(said(pair)).toBe('problem.limitPair')
  for (const most of [-1, 1.5, '1', null]) expect(said([most, 1])).toBe('problem.limitMost')
  for (const successful of [0, -1, 1.5, '1']) expect(said([0, successful])).toBe('problem.limitSuccessful')
  expect(groupLimitsProblem('{"a":[0,1],"b":[0,0]}')?.values).toEqual({ name: 'b' })
  for (const text of ['', '{', '[]']) expect(groupLimitsProblem(text)?.text).toBe('problem.json')
})

test('the table and the text hold the same', () => {
  const rows = [
    { group: 'default', most: 60, mostSuccessful: 30 },
    { group: '会员', most: 0, mostSuccessful: 1000 },
  ]
  expect(parseGroupLimits(buildGroupLimits(rows))).toEqual(rows)
  expect(buildGroupLimits(rows)).toBe('{\n  "default": [60, 30],\n  "会员": [0, 1000]\n}')
  expect(parseGroupLimits('')).toEqual([])
})

test('numbers out of range can still be put right in the table; other shapes cannot', () => {
  expect(parseGroupLimits('{"vip":[-1,0]}')).toEqual([{ group: 'vip', most: -1, mostSuccessful: 0 }])
  for (const text of ['{', '[]', '{"vip":1}', '{"vip":["a",1]}']) expect(parseGroupLimits(text)).toBeNull()
})
