import { expect, test } from 'bun:test'
import { parseCsv } from './parse-csv.ts'

test('a row of 64 KB is read, and a text with a longer one is no list', () => {
  const head = 'model,input\n'
  expect(parseCsv(`${head}${'m'.repeat(60_000)},1\n`)).toHaveLength(2)
  expect(parseCsv(`${head}${'m'.repeat(70_000)},1\n`)).toBeNull()
  // A long text without a line break ends at the bound, too.
  expect(parseCsv('𝒳'.repeat(500_000))).toBeNull()
})
