import { expect, test } from 'bun:test'
import { readSidebarNav, writeSidebarNav } from '@sluice/contract/nav-modules'
import { withEntry } from './menu-section.tsx'

const read = (text: string) => readSidebarNav(text)
const tokens = { module: 'console.token' } as const

test('an entry that is hidden and shown again leaves nothing in the stored text', () => {
  const hidden = withEntry(read(''), tokens, false)
  expect(hidden.console).toMatchObject({ enabled: true, token: false, log: true })
  expect(writeSidebarNav(withEntry(hidden, tokens, true))).toBe('')
})

test('showing an entry of a hidden section shows only this entry', () => {
  const shown = withEntry(read('{"console":{"enabled":false}}'), tokens, true)
  expect(shown.console).toMatchObject({ enabled: true, token: true, log: false, detail: false })
})
