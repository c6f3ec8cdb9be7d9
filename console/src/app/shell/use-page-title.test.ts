import { expect, test } from 'bun:test'
import { navEntries } from '../navigation.ts'
import { pageLabelOf } from './use-page-title.ts'

const router = await Bun.file(`${import.meta.dir}/../router.tsx`).text()
/** The addresses of the pages; those of drawers are below one of them. */
const addresses = [...router.matchAll(/\bpath: '(\/[^']*)'/g)].map(([, path = '']) => path)

test('each page of the router has a title', () => {
  expect(addresses.length).toBeGreaterThan(navEntries.length)
  const untitled = addresses.filter((path) => pageLabelOf(path.replace('{-$id}', '0')) === undefined)
  expect(untitled).toEqual([])
})

test('an unknown address has no page label', () => {
  expect(pageLabelOf('/no-such-page')).toBeUndefined()
})
