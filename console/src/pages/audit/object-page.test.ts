import { expect, test } from 'bun:test'
import { objectPageOf } from './object-page.ts'

test('accounts, channels, options, orders and logs have pages', () => {
  expect(objectPageOf('user', '7')).toEqual({ to: '/user/$id', params: { id: '7' } })
  expect(objectPageOf('channel', '7')).toEqual({ to: '/channel/edit/$id', params: { id: '7' } })
  expect(objectPageOf('option', 'SystemName')).toEqual({ to: '/setting', hash: 'option-SystemName' })
  expect(objectPageOf('order', 'USR7NOx')).toEqual({ to: '/orders', search: { keyword: 'USR7NOx' } })
})

test('several channels, and unknown objects, have none', () => {
  expect(objectPageOf('channel', '')).toBeNull()
  expect(objectPageOf('channel', 'a tag')).toBeNull()
  expect(objectPageOf('passkey', '1')).toBeNull()
})
