import { expect, test } from 'bun:test'
import { openPages } from '../console/chunks.ts'
import { isTest, readImportGraph } from './import-graph.ts'

// The first load of a page that everyone sees: what its static imports reach, without what it loads later.

/**
 * Packages that such a page may need before it can be used. The component library, the router of the console and
 * the validation are none.
 */
const allowed = [
  'react',
  'react-dom',
  'react-i18next',
  'i18next',
  '@tanstack/react-query',
  '@ant-design/icons-svg',
  '@fontsource-variable/inter',
]

const pages = ['console/src/main.tsx', ...openPages.map((page) => `console/src/pages/${page}`)]

const graph = readImportGraph()
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

test.each(pages)('%s loads no component library before it can be used', (page) => {
  const reached = new Map<string, string>([[page, '']])
  const faults: string[] = []
  for (const [file, from] of reached)
    for (const { specifier, file: imported, isType, isLazy } of graph.get(file) ?? []) {
      if (isType || isLazy || /\.(css|svg)(\?|$)/.test(specifier)) continue
      if (imported !== null) {
        if (!isTest(imported) && !reached.has(imported)) reached.set(imported, `${from} > ${file}`)
      } else if (!allowed.includes(packageOf(specifier))) faults.push(`${from} > ${file} > ${specifier}`)
    }
  expect(faults).toEqual([])
})
