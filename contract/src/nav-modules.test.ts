import { expect, test } from 'bun:test'
import {
  isModuleShown,
  readHeaderNav,
  readSidebarNav,
  sidebarModules,
  writeHeaderNav,
  writeSidebarNav,
} from './nav-modules.ts'

test('an empty or unreadable text hides nothing', () => {
  for (const text of ['', ' ', '{', '[]', 'null', '{"home":1}', '{"admin":7}']) {
    expect(writeHeaderNav(readHeaderNav(text))).toBe('')
    expect(writeSidebarNav(readSidebarNav(text))).toBe('')
  }
})

test.each([
  ['{"pricing":false}', { enabled: false, requireAuth: false }],
  ['{"pricing":true}', { enabled: true, requireAuth: false }],
  ['{"pricing":{"requireAuth":true}}', { enabled: true, requireAuth: true }],
  ['{"pricing":{"enabled":false,"requireAuth":true},"rankings":true}', { enabled: false, requireAuth: true }],
])('the entry of the price list is read from %s', (text, pricing) => {
  expect(readHeaderNav(text).pricing).toEqual(pricing)
  expect(readHeaderNav(writeHeaderNav(readHeaderNav(text)))).toEqual(readHeaderNav(text))
})

test('a section that is off hides its entries; an entry that is off hides only itself', () => {
  const nav = readSidebarNav('{"chat":{"enabled":false},"console":{"token":false},"personal":false}')
  expect(isModuleShown(nav, 'chat.playground')).toBe(false)
  expect(isModuleShown(nav, 'console.token')).toBe(false)
  expect(isModuleShown(nav, 'console.log')).toBe(true)
  expect(isModuleShown(nav, 'personal.topup')).toBe(false)
  expect(isModuleShown(nav, 'admin.channel')).toBe(true)
  expect(readSidebarNav(writeSidebarNav(nav))).toEqual(nav)
})

test('each section has exactly its entries', () => {
  const nav = readSidebarNav('')
  for (const [section, names] of Object.entries(sidebarModules))
    expect(Object.keys(nav[section as keyof typeof nav])).toEqual(['enabled', ...names])
})
