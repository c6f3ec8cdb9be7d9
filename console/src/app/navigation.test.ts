import { expect, test } from 'bun:test'
import { sidebarModules } from '@sluice/contract/nav-modules'
import type { SessionUser } from '../lib/session.ts'
import { isEntryOf, navEntries, navSectionsFor } from './navigation.ts'

const flags = {
  enable_data_export: false,
  enable_drawing: false,
  enable_task: false,
  SidebarModulesAdmin: '',
}
const pagesOf = (role: number, SidebarModulesAdmin = '', own = '') =>
  navSectionsFor(
    { id: 7, username: 'ada', display_name: 'Ada', role, status: 1, group: 'default' },
    { ...flags, SidebarModulesAdmin },
    own,
  )
    .flatMap(({ entries }) => entries)
    .map(({ to }) => to)

test('each page has its own letter, and none is the prefix letter', () => {
  const letters = navEntries.map(({ letter }) => letter)
  expect(new Set(letters).size).toBe(letters.length)
  expect(letters).not.toContain('g')
})

test('accounts and administrators have the playground in the menu, visitors have no menu', () => {
  for (const role of [1, 10, 100]) expect(pagesOf(role)).toContain('/playground333')
  expect(navSectionsFor(null, flags)).toEqual([])
})

test('hidden entries disappear, and so does an empty section; the super administrator keeps the settings', () => {
  const hidden = '{"console":{"token":false},"personal":{"enabled":false},"admin":{"enabled":false}}'
  expect(pagesOf(1, hidden)).toEqual(['/playground333', '/log'])
  expect(pagesOf(10, hidden)).toEqual(['/playground333', '/log'])
  expect(pagesOf(100, hidden)).toEqual(['/playground333', '/log', '/setting'])
})

test('pages whose right is withheld from an administrator are not offered', () => {
  const admin = { id: 7, username: 'ada', display_name: 'Ada', role: 10, status: 1, group: 'default' }
  const shown = (withheld: SessionUser['withheld'] = []) =>
    navSectionsFor({ ...admin, withheld }, flags)
      .flatMap(({ entries }) => entries)
      .map(({ to }) => to)
  expect(shown()).toContain('/margin')
  expect(shown(['billing.read', 'billing.write'])).not.toContain('/margin')
  expect(shown(['billing.read', 'billing.write'])).toContain('/channel')
})

test('an account can hide further entries, but not show what the operator hides, nor hide its own page', () => {
  const own = '{"console":{"log":false,"token":true},"personal":{"enabled":false}}'
  expect(pagesOf(1, '{"console":{"token":false}}', own)).toEqual(['/playground333', '/personal'])
  expect(pagesOf(1, '', 'no JSON')).toEqual(pagesOf(1))
  expect(pagesOf(100, '', '{"admin":{"setting":false}}')).not.toContain('/setting')
})

test('every entry of the side menu can be hidden', () => {
  const all = Object.entries(sidebarModules).flatMap(([section, names]) => names.map((name) => `${section}.${name}`))
  // `chat.chat` is the chat clients, which have no entry.
  expect(navEntries.map(({ module }) => String(module)).toSorted()).toEqual(
    all.filter((name) => name !== 'chat.chat').toSorted(),
  )
})

test('a page without an entry of its own belongs to the entry that leads to it', () => {
  const entriesAt = (path: string) => navEntries.filter((entry) => isEntryOf(entry, path)).map(({ to }) => to)
  expect(entriesAt('/channel-live')).toEqual(['/channel'])
  expect(entriesAt('/channel/edit/4')).toEqual(['/channel'])
  expect(entriesAt('/token')).toEqual(['/token'])
  expect(entriesAt('/about')).toEqual([])
})
