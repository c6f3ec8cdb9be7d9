import { expect, test } from 'bun:test'
import { navEntries } from '../../navigation.ts'
import { matchItems } from './match.ts'
import { actionWords, pageWords } from './synonyms.ts'

const items = [
  ...Object.entries(pageWords).map(([label, words]) => ({ label, words })),
  ...Object.entries(actionWords).map(([label, words]) => ({ label, words })),
]
const found = (text: string) => matchItems(items, text).map(({ label }) => label)

test('each page of the menu is found by other words, too', () => {
  expect(navEntries.filter(({ to }) => pageWords[to] === undefined)).toEqual([])
})

test.each([
  ['new key', 'addToken'],
  ['密钥', '/token'],
  ['invoice', '/topup'],
  ['发票', '/topup'],
  ['budget', 'alerts'],
  ['预算', '/token'],
  ['discount', '/console/prices'],
  ['折扣', '/setting'],
])('%s finds %s', (text, name) => {
  expect(found(text)).toContain(name)
})
