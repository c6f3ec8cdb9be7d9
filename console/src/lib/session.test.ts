import { afterEach, beforeEach, expect, test } from 'bun:test'
import { endSession, expireSession, isAnotherAccount, onSessionExpired, sessionUser, startSession } from './session.ts'
import { writeJson } from './storage.ts'

const ada = { id: 7, username: 'ada', display_name: 'Ada', role: 1, status: 1, group: 'default' }
const bob = { ...ada, id: 8, username: 'bob' }

let expired = 0
let unsubscribe: () => void
const storage = new Map<string, string>()
const browserStorage = globalThis.localStorage
beforeEach(() => {
  globalThis.localStorage = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  } as Storage
  expired = 0
  unsubscribe = onSessionExpired(() => expired++)
})
afterEach(() => {
  unsubscribe()
  endSession()
  globalThis.localStorage = browserStorage
})

test('an answer that the login has expired ends the session', () => {
  startSession(ada)
  expireSession(7)
  expect(sessionUser()).toBeNull()
  expect(expired).toBe(1)
})

test('a late answer about the previous account does not end the login of the current one', () => {
  startSession(ada)
  // In another tab.
  writeJson('user', bob)
  expireSession(7)
  expect(sessionUser()?.id).toBe(8)
  expireSession(null)
  expect(sessionUser()?.id).toBe(8)
  expect(expired).toBe(0)
})

test('a login ends even if the browser has lost its storage', () => {
  startSession(ada)
  storage.clear()
  expireSession(7)
  expect(sessionUser()).toBeNull()
  expect(expired).toBe(1)
})

test('a change of account is distinguished from a login, a logout and a changed name', () => {
  const [first, second] = [JSON.stringify(ada), JSON.stringify(bob)]
  expect(isAnotherAccount(first, second)).toBe(true)
  for (const [before, now] of [
    [first, null],
    [null, first],
    [null, null],
    [first, JSON.stringify({ ...ada, display_name: 'Ada L.' })],
    ['{', second],
  ] as const)
    expect(isAnotherAccount(before, now)).toBe(false)
})
