import { expect, test } from 'bun:test'
import { tabOf } from './section.tsx'

test('an address without a tab opens that of its section, and profile for any other', () => {
  expect(tabOf('alerts', '')).toBe('alerts')
  expect(tabOf('', 'sessions')).toBe('security')
  expect(tabOf('', 'balance')).toBe('profile')
  expect(tabOf('alerts', 'sessions')).toBe('alerts')
  expect(tabOf('nothing', 'nowhere')).toBe('profile')
})
