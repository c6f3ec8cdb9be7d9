import { expect, test } from 'bun:test'
import { modelPage, withModelTables } from './build-model-table.ts'

test('the tables of models are what the code knows', async () => {
  const page = await Bun.file(modelPage).text()
  // `node scripts/with-bun.mjs scripts/build-model-table.ts` writes them anew.
  expect(withModelTables(page)).toBe(page)
})
