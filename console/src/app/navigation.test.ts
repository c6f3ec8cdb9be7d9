import { expect, test } from 'bun:test'
import { navEntries, navSectionsFor } from './navigation.ts'

const flags = { enable_data_export: false, enable_drawing: false, enable_task: false }
const pagesOf = (role: number) =>
  navSectionsFor({ id: 7, username: 'ada', display_name: 'Ada', role, status: 1, group: 'default' }, flags)
    .flatMap(({ entries }) => entries)
    .map(({ to }) => to)

test('each page has a letter of its own, and none is the one that comes before it', () => {
  const letters = navEntries.map(({ letter }) => letter)
  expect(new Set(letters).size).toBe(letters.length)
  expect(letters).not.toContain('g')
})

test('accounts and administrators find the playground in the menu, guests find nothing', () => {
  for (const role of [1, 10, 100]) expect(pagesOf(role)).toContain('/playground333')
  expect(navSectionsFor(null, flags)).toEqual([])
})
