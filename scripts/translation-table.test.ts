import { expect, test } from 'bun:test'
import { translationPage, withTranslationTables } from './build-translation-table.ts'

test('the tables of translation are what the code does', async () => {
  const page = await Bun.file(translationPage).text()
  // `node scripts/with-bun.mjs scripts/build-translation-table.ts` writes them anew.
  expect(withTranslationTables(page)).toBe(page)
})
