import { expect, test } from 'bun:test'
import { isSameDrawer, openDrawerOf } from './open-drawer.ts'

test('the address selects the open drawer', () => {
  expect(openDrawerOf('/user')).toEqual({ kind: 'closed' })
  expect(openDrawerOf('/user/add')).toEqual({ kind: 'add' })
  expect(openDrawerOf('/user/edit')).toEqual({ kind: 'self' })
  expect(openDrawerOf('/user/edit/12/')).toEqual({ kind: 'edit', id: 12 })
  expect(openDrawerOf('/user/edit/x')).toEqual({ kind: 'closed' })
})

test('two accounts are two drawers', () => {
  expect(isSameDrawer({ kind: 'edit', id: 1 }, { kind: 'edit', id: 2 })).toBe(false)
  expect(isSameDrawer({ kind: 'add' }, { kind: 'add' })).toBe(true)
})
