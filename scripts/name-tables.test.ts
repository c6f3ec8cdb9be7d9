import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tableOf } from '@sluice/contract/table-of'
import { Glob } from 'bun'

const root = join(import.meta.dir, '..')
/** Read by the names of migrations, which are all ours. */
const own = ['server/src/store/migrate.ts', 'server/src/store/log-store/log-database.ts']

test('a table that is read by any text has no prototype', () => {
  // `reasons['constructor']` of an ordinary literal is a function.
  const literal = /^(export )?const \w+: (Readonly<|Partial<)*Record<string, .*> = \{/m
  const files = ['server/src/**/*.ts', 'contract/src/**/*.ts'].flatMap((pattern) => [
    ...new Glob(pattern).scanSync(root),
  ])
  const found = files.filter((file) => !file.includes('.test.') && literal.test(readFileSync(join(root, file), 'utf8')))
  expect(files.length).toBeGreaterThan(1_000)
  expect(found.toSorted()).toEqual(own.toSorted())
})

test('a table without a prototype has its names alone', () => {
  const table = tableOf({ a: 1 })
  const proto: string = '__proto__'
  expect([table.a, table.constructor, table[proto], table.toString]).toEqual([1, undefined, undefined, undefined])
})
