import type { AdminRight } from '@sluice/contract/admin-rights'
import { isRecord, parseJson } from '@sluice/contract/read-json'
import { roles } from '@sluice/contract/roles'
import type { LoginUser } from '@sluice/contract/user'
import { useSyncExternalStore } from 'react'
import { readJson, remove, storedName, writeJson } from './storage.ts'

/** The signed-in account, as far as this browser knows. The server decides again on each request. */
export type SessionUser = Pick<LoginUser, 'id' | 'username' | 'display_name' | 'role' | 'status' | 'group'> & {
  /** What an administrator may not do, as far as the account was read; absent = nothing. */
  withheld?: readonly AdminRight[]
}

const isSessionUser = (value: unknown): value is SessionUser =>
  isRecord(value) &&
  typeof value.id === 'number' &&
  typeof value.username === 'string' &&
  typeof value.role === 'number'

const listeners = new Set<() => void>()
const expiryListeners = new Set<() => void>()
const elsewhereListeners = new Set<(isAnother: boolean) => void>()
let current: SessionUser | null | undefined

function announce(): void {
  for (const listener of listeners) listener()
}

export function sessionUser(): SessionUser | null {
  current ??= readJson('user', isSessionUser)
  return current
}

export function startSession(user: SessionUser): void {
  const { id, username, display_name, role, status, group, withheld = [] } = user
  current = { id, username, display_name, role, status, group, ...(withheld.length > 0 && { withheld }) }
  writeJson('user', current)
  announce()
}

/** Takes over what the server says of the rights of the account. */
export function noteRights(userId: number, withheld: readonly AdminRight[]): void {
  const user = sessionUser()
  if (user?.id !== userId || (user.withheld ?? []).join() === withheld.join()) return
  startSession({ ...user, withheld })
}

export function endSession(): void {
  current = null
  remove('user')
  announce()
}

/**
 * The server rejects the login of `userId`. Forgets the account, and the router opens the login page. Does nothing if
 * another account has signed in since, in another tab: the late answer does not concern it.
 */
export function expireSession(userId: number | null): void {
  const stored = readJson('user', isSessionUser)
  if (stored !== null && stored.id !== userId) {
    current = stored
    announce()
    for (const listener of elsewhereListeners) listener(true)
    return
  }
  const wasLoggedIn = sessionUser() !== null
  endSession()
  if (wasLoggedIn) for (const listener of expiryListeners) listener()
}

export function onSessionExpired(listener: () => void): () => void {
  expiryListeners.add(listener)
  return () => expiryListeners.delete(listener)
}

const idOf = (stored: string | null): number | null => {
  const value = parseJson(stored ?? '')
  return isSessionUser(value) ? value.id : null
}

/** Whether one stored account was replaced by another. */
export function isAnotherAccount(before: string | null, now: string | null): boolean {
  const [former, present] = [idOf(before), idOf(now)]
  return former !== null && present !== null && former !== present
}

/** Calls `listener` after a login or logout in another tab; `isAnother`: the account of this tab was replaced. */
export function onSessionElsewhere(listener: (isAnother: boolean) => void): void {
  elsewhereListeners.add(listener)
  window.addEventListener('storage', (event) => {
    if (event.key !== storedName('user') && event.key !== null) return
    current = undefined
    listener(isAnotherAccount(event.oldValue, event.newValue))
  })
}

const subscribe = (listener: () => void) => {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== storedName('user') && event.key !== null) return
    current = undefined
    listener()
  }
  listeners.add(listener)
  // Another tab signed in or out.
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

export const useSessionUser = (): SessionUser | null => useSyncExternalStore(subscribe, sessionUser)

export const isAdmin = (user: Pick<SessionUser, 'role'> | null): boolean => user !== null && user.role >= roles.admin
/** Whether an administrator has the right. The server decides again. */
export const may = (user: Pick<SessionUser, 'role' | 'withheld'> | null, right: AdminRight): boolean =>
  isRoot(user) || (isAdmin(user) && user?.withheld?.includes(right) !== true)
/** Whether the pages of calls show those of all accounts. */
export const readsAllCalls = (user: SessionUser | null): boolean => may(user, 'log.read')
export const isRoot = (user: Pick<SessionUser, 'role'> | null): boolean => user !== null && user.role >= roles.root
