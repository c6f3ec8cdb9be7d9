import { expect, test } from 'bun:test'
import { isFreshLogin } from './fresh-login.ts'

const session = (created_at: number, current = true) => ({ current, created_at })

test('a recent login is proof enough, while the server still accepts it', () => {
  expect(isFreshLogin([session(1_000)], 1_479_000)).toBe(true)
  expect(isFreshLogin([session(1_000)], 1_480_000)).toBe(false)
})

test('a login in another browser is no proof', () => {
  expect(isFreshLogin([session(1_000, false)], 1_001_000)).toBe(false)
  expect(isFreshLogin([], 0)).toBe(false)
})
