import { expect, test } from 'bun:test'
import { openDrawerOf } from './open-drawer.ts'

test('the address selects the open drawer', () => {
  expect(openDrawerOf('/channel', {})).toEqual({ kind: 'closed' })
  expect(openDrawerOf('/channel/add', {})).toEqual({ kind: 'add', copyOf: null })
  expect(openDrawerOf('/channel/add', { copy: '7' })).toEqual({ kind: 'add', copyOf: 7 })
  expect(openDrawerOf('/channel/edit/12/', {})).toEqual({ kind: 'edit', id: 12 })
})

test('an invalid id opens no channel', () => {
  expect(openDrawerOf('/channel/edit/abc', {})).toEqual({ kind: 'closed' })
  expect(openDrawerOf('/channel/edit/-1', {})).toEqual({ kind: 'closed' })
  expect(openDrawerOf('/channel/add', { copy: 'x' })).toEqual({ kind: 'add', copyOf: null })
})
