import { expect, test } from 'bun:test'
import { isSamePair, parseGroupPairs, withoutPair, withPair, writeGroupPairs } from './group-pairs.ts'
import { changeGroups, type GroupChange, parseGroupRows, readNewName } from './group-rows.ts'

const texts = {
  GroupRatio: '{"default":1,"vip":0.8,"internal":0}',
  UserUsableGroups: '{"default":"Everyone","vip":"Paying","old":"No factor"}',
}
const rows = parseGroupRows(texts) ?? []

test('two options are one table with every group of either', () => {
  expect(rows).toEqual([
    { group: 'default', ratio: 1, isSelectable: true, description: 'Everyone' },
    { group: 'vip', ratio: 0.8, isSelectable: true, description: 'Paying' },
    { group: 'internal', ratio: 0, isSelectable: false, description: '' },
    { group: 'old', ratio: null, isSelectable: true, description: 'No factor' },
  ])
})

test('a change affects only its options, and one entry in each', () => {
  const change = (given: GroupChange) =>
    Object.fromEntries(Object.entries(changeGroups(texts, given)).map(([key, text]) => [key, JSON.parse(text)]))
  expect(change({ kind: 'ratio', group: 'vip', ratio: 0.5 })).toEqual({
    GroupRatio: { default: 1, vip: 0.5, internal: 0 },
  })
  expect(change({ kind: 'add', group: 'new' }).GroupRatio.new).toBe(1)
  expect(change({ kind: 'selectable', group: 'internal', isSelectable: true })).toEqual({
    UserUsableGroups: { default: 'Everyone', vip: 'Paying', old: 'No factor', internal: 'internal' },
  })
  expect(change({ kind: 'selectable', group: 'vip', isSelectable: false })).toEqual({
    UserUsableGroups: { default: 'Everyone', old: 'No factor' },
  })
  expect(change({ kind: 'description', group: 'vip', description: 'Gold' }).UserUsableGroups.vip).toBe('Gold')
  expect(change({ kind: 'remove', group: 'vip' })).toEqual({
    GroupRatio: { default: 1, internal: 0 },
    UserUsableGroups: { default: 'Everyone', old: 'No factor' },
  })
})

test('the other entries keep their positions', () => {
  const { GroupRatio = '' } = changeGroups(texts, { kind: 'ratio', group: 'default', ratio: 2 })
  expect(Object.keys(JSON.parse(GroupRatio))).toEqual(['default', 'vip', 'internal'])
})

test('an unreadable text has no table', () => {
  expect(parseGroupRows({ ...texts, GroupRatio: '{' })).toBeNull()
  expect(parseGroupRows({ ...texts, UserUsableGroups: '{"a":1}' })).toBeNull()
})

test('a new name is not empty and unused', () => {
  expect(readNewName(' a ', ['b'])).toEqual({ ok: true, name: 'a' })
  expect(readNewName(' ', [])).toEqual({ ok: false, fault: 'required' })
  expect(readNewName('b ', ['b'])).toEqual({ ok: false, fault: 'taken' })
})

test('ratios for pairs of groups survive a round trip, and are set one at a time', () => {
  const text = '{"vip":{"default":0.9,"vip":0.5},"svip":{"vip":0.4}}'
  const pairs = parseGroupPairs(text) ?? []
  expect(pairs).toHaveLength(3)
  expect(JSON.parse(writeGroupPairs(pairs))).toEqual(JSON.parse(text))
  const changed = withPair(pairs, { userGroup: 'vip', usedGroup: 'default', ratio: 1 })
  expect(changed[0]?.ratio).toBe(1)
  const grown = withPair(pairs, { userGroup: 'svip', usedGroup: 'default', ratio: 2 })
  expect(JSON.parse(writeGroupPairs(grown)).svip).toEqual({ vip: 0.4, default: 2 })
  const [first] = pairs
  if (!first) throw new Error('no pair')
  expect(withoutPair(pairs, first).some((pair) => isSamePair(pair, first))).toBe(false)
  expect(parseGroupPairs('{"vip":1}')).toBeNull()
})
