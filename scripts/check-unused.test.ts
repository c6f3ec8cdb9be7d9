import { expect, test } from 'bun:test'
import { findUnusedFiles } from './check-unused.ts'
import type { ImportGraph } from './import-graph.ts'

const graphOf = (arrows: Record<string, string[]>): ImportGraph =>
  new Map(Object.entries(arrows).map(([from, to]) => [from, to.map((file) => ({ specifier: file, file }))]))

test('a product file that only its own test uses is unused', () => {
  const unused = findUnusedFiles(
    graphOf({
      'server/src/main.ts': ['server/src/app.ts'],
      'server/src/app.ts': [],
      'server/src/core/dead.ts': [],
      'server/src/core/dead.test.ts': ['server/src/core/dead.ts'],
    }),
    [],
  )
  expect(unused).toEqual(['server/src/core/dead.ts'])
})

test('what tests share is used when a test uses it', () => {
  const unused = findUnusedFiles(
    graphOf({
      'server/test/a.test.ts': ['server/test/used.ts'],
      'server/test/used.ts': [],
      'server/test/odd.ts': [],
    }),
    [],
  )
  expect(unused).toEqual(['server/test/odd.ts'])
})
