// The texts of everything that a page can show are loaded with the page. A part that loads its texts later suspends the
// page: it is blank for a moment, and an open form loses what was typed.
import { expect, test } from 'bun:test'
import { type ImportGraph, readImportGraph, readTexts, withoutComments } from './import-graph.ts'

const routers = ['console/src/app/router.tsx', 'console/src/app/open-pages.tsx']
/** Loaded at the start (`app/i18n.ts`), the errors with the frame of the console. */
const alwaysLoaded = ['common', 'shell', 'errors']

const graph = readImportGraph()
const texts = readTexts([...graph.keys()].filter((file) => file.startsWith('console/src/')))
const pages = [
  ...new Set(
    routers
      .flatMap((router) => graph.get(router) ?? [])
      .flatMap(({ file }) => (file?.endsWith('-page.tsx') ? [file] : [])),
  ),
]

/** Components that a page loads when they are needed: they suspend what their boundary encloses. */
const laterParts = [...graph]
  .filter(([file]) => file.startsWith('console/src/') && !routers.includes(file))
  .flatMap(([file, imports]) => {
    const later = loadedLater(file)
    return imports.flatMap(({ specifier, file: part }) =>
      part?.endsWith('.tsx') && later.has(specifier) ? [part] : [],
    )
  })

test('the routers have their pages', () => {
  expect(pages.length).toBeGreaterThan(25)
})

test.each(pages)('%s names the texts of all its parts', (page) => {
  const own = [...alwaysLoaded, ...namesIn(page)]
  const missing = partsOf(page, graph).flatMap((part) =>
    namesIn(part).flatMap((name) => (own.includes(name) ? [] : [`${name}, for ${part}`])),
  )
  expect(missing).toEqual([])
})

test.each([...new Set(laterParts)])('%s, loaded later, names the texts of all its parts', (part) => {
  const around = pages.filter((page) => partsOf(page, graph, { withLater: true }).includes(part)).map(namesIn)
  const given = around.length === 0 ? [] : around.reduce((names, more) => names.filter((name) => more.includes(name)))
  const own = [...alwaysLoaded, ...given, ...namesIn(part)]
  const missing = partsOf(part, graph).flatMap((file) =>
    namesIn(file).flatMap((name) => (own.includes(name) ? [] : [`${name}, for ${file}`])),
  )
  expect(missing).toEqual([])
})

/** The files that are loaded with `page`: those that it imports, with or without what it loads when it is needed. */
function partsOf(page: string, imports: ImportGraph, { withLater = false } = {}): string[] {
  const found = new Set<string>()
  const open = [page]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file) || !texts.has(file)) continue
    found.add(file)
    const later = loadedLater(file)
    for (const { specifier, file: part, isType } of imports.get(file) ?? [])
      if (part !== null && !isType && (withLater || !later.has(specifier))) open.push(part)
  }
  return [...found]
}

function loadedLater(file: string): ReadonlySet<string> {
  const code = withoutComments(texts.get(file) ?? '')
  return new Set([...code.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g)].map(([, specifier]) => specifier ?? ''))
}

/** The areas of texts that a file names. A name made from data has its own boundary. */
function namesIn(file: string): string[] {
  const calls = withoutComments(texts.get(file) ?? '').matchAll(/useTranslation\(\s*('[^']*'|\[[^\]]*\])\s*\)/g)
  return [...calls].flatMap(([, names = '']) => [...names.matchAll(/'([^']+)'/g)].map(([, name]) => name ?? ''))
}
