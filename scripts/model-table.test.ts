import { expect, test } from 'bun:test'
import { modelPage, withModelTables } from './build-model-table.ts'

test('the tables of models match the rules in the code', async () => {
  const page = await Bun.file(modelPage).text()
  // Update them with `node scripts/with-bun.mjs scripts/build-model-table.ts`.
  expect(withModelTables(page)).toBe(page)
})
