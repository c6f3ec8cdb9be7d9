import { expect, test } from 'bun:test'
import { accountGroups, firstGroup } from './account-groups.ts'

test('the text of an account names its groups once each, the deciding one first', () => {
  expect(accountGroups(' vip, default ,vip,,')).toEqual(['vip', 'default'])
  expect(firstGroup('vip,default')).toBe('vip')
  expect(accountGroups(' , ')).toEqual([])
  expect(firstGroup('')).toBe('')
})
