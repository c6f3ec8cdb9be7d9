import { expect, test } from 'bun:test'
import { translationPage, withTranslationTables } from './build-translation-table.ts'

test('the tables of translation match the code', async () => {
  const page = await Bun.file(translationPage).text()
  // Update them with `node scripts/with-bun.mjs scripts/build-translation-table.ts`.
  expect(withTranslationTables(page)).toBe(page)
})
