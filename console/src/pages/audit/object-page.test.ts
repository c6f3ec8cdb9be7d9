import { expect, test } from 'bun:test'
import { objectPageOf } from './object-page.ts'

test('accounts, channels, options and logs have pages', () => {
  expect(objectPageOf('user', '7')).toEqual({ to: '/user', search: { keyword: '7' } })
  expect(objectPageOf('channel', '7')?.to).toBe('/channel')
  expect(objectPageOf('option', 'SystemName')?.to).toBe('/setting')
})

test('several channels, and what is not known, have none', () => {
  expect(objectPageOf('channel', '')).toBeNull()
  expect(objectPageOf('channel', 'a tag')).toBeNull()
  expect(objectPageOf('passkey', '1')).toBeNull()
})
