import { expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createAnchors } from '@sluice/contract/heading-anchors'
import { apiPage, withErrorTable } from './build-error-table.ts'
import { configurationPage, withOptionTables } from './build-option-tables.ts'
import { providersPage, withProviderTable } from './build-provider-table.ts'
import { withRouteTable } from './build-route-table.ts'
import { root } from './bun-path.mjs'
import { findWrongArrows } from './check-arrows.ts'
import { findGoneNames, findUnknownNames, readCodeWords } from './doc-names.ts'
import { isTest, isTestSupport, readImportGraph, readTexts } from './import-graph.ts'

const places = ['*.md', 'docs/**/*.md', 'server/src/**/README.md']
const pages = places.flatMap((place) => [...new Bun.Glob(place).scanSync(root)]).sort()
const graph = readImportGraph()
/** Without this file, which makes names up. */
const texts = readTexts([...graph.keys()].filter((file) => file !== 'scripts/docs.test.ts'))
const words = readCodeWords([...texts].filter(([file]) => file !== 'scripts/doc-names.ts').map(([, text]) => text))
const readPage = (page: string): Promise<string> => Bun.file(join(root, page)).text()

test('the table of error codes matches the catalogue', async () => {
  const page = await Bun.file(apiPage).text()
  // Update it with `node scripts/with-bun.mjs scripts/build-error-table.ts`.
  expect(withErrorTable(page)).toBe(page)
})

test('the table of routes matches the contract', async () => {
  const page = await Bun.file(apiPage).text()
  // Update it with `node scripts/with-bun.mjs scripts/build-route-table.ts`.
  expect(withRouteTable(page)).toBe(page)
})

test('the table of channel types matches the providers', async () => {
  const page = await Bun.file(providersPage).text()
  // Update it with `node scripts/with-bun.mjs scripts/build-provider-table.ts`.
  expect(withProviderTable(page)).toBe(page)
})

test('the tables of options match their declarations', async () => {
  const page = await Bun.file(configurationPage).text()
  expect(await withOptionTables(page)).toBe(page)
})

test('links and pictures lead to existing files and headings', async () => {
  expect(pages).toContain('docs/api.md')
  const broken: string[] = []
  for (const page of pages) {
    for (const target of findLinks(await readPage(page))) {
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? join(root, page) : resolve(root, dirname(page), path)
      const isThere = existsSync(file) && (anchor === undefined || findAnchors(await Bun.file(file).text()).has(anchor))
      if (!isThere) broken.push(`${page}: ${target}`)
    }
  }
  expect(broken).toEqual([])
})

test('lines of the pages and of code have the same maximum width', async () => {
  const width = Number(/^max_line_length = (\d+)/m.exec(await readPage('.editorconfig'))?.[1])
  expect(findLongLines(`${'a '.repeat(width)}\n| ${'a '.repeat(width)}|\n${'a'.repeat(width)}`, width)).toEqual([1])
  expect((await Bun.file(join(root, 'biome.json')).json()).formatter.lineWidth).toBe(width)
  const long: string[] = []
  for (const page of pages) {
    // Chinese has no spaces to break at.
    if (page === 'README.zh.md' || /^docs\/(?:guide\/)?zh\//.test(page)) continue
    for (const line of findLongLines(await readPage(page), width)) long.push(`${page}:${line}`)
  }
  expect(long).toEqual([])
})

test('lines of comments are not wider than those of the pages', async () => {
  const sources = '{contract,console,server,e2e,scripts,deploy}/**/*.{ts,tsx,mts,mjs,css,yaml,yml}'
  const files = [...new Bun.Glob(sources).scanSync(root)].filter((file) => !/\/(node_modules|dist)\//.test(file))
  expect(files.length).toBeGreaterThan(2_000)
  expect(findWideComments(`// ${'a '.repeat(60)}\n// ${'a'.repeat(200)}\n  * ${'a '.repeat(60)}`)).toEqual([1, 3])
  const wide: string[] = []
  for (const file of files) for (const line of findWideComments(await readPage(file))) wide.push(`${file}:${line}`)
  expect(wide).toEqual([])
})

test('paths, scripts, commands and names in code font exist', async () => {
  const { scripts } = await Bun.file(join(root, 'package.json')).json()
  const cli = await Bun.file(join(root, 'server/src/cli/run-command.ts')).text()
  const commands = [...cli.matchAll(/command === '([\w-]+)'/g)].map((match) => match[1] ?? '')
  const known = { words, scripts, commands }
  expect(
    findUnknownNames(
      'docs/x.md',
      '`server/src/gone.ts`, `server/src/main.ts`, `relay/relay.ts`, `openai/gpt-5`, `NoSuchOptionAnywhere`, `SYNC_FREQUENCY`, ' +
        '`a word`, `npm run nothing`, `npm run check`, `npm run sluice -- fly`, `npm run sluice -- ledger audit`',
      known,
    ),
  ).toEqual(['server/src/gone.ts', 'NoSuchOptionAnywhere', 'npm run nothing', 'sluice -- fly'])

  const unknown: string[] = []
  for (const page of pages) {
    if (page === 'CHANGELOG.md') continue
    for (const name of findUnknownNames(page, await readPage(page), known)) unknown.push(`${page}: ${name}`)
  }
  expect(unknown).toEqual([])
})

test('names in comments exist in the code', () => {
  const text =
    '/** `readImportGraph` replaces goneEverywhere. https://a.example/not_a_name */\nconst a = 1 // OTHER_GONE'
  expect(findGoneNames(text, words)).toEqual(['goneEverywhere', 'OTHER_GONE'])

  const gone = [...texts].flatMap(([file, source]) => findGoneNames(source, words).map((name) => `${file}: ${name}`))
  expect(gone).toEqual([])
})

test('the drawings contain every room and stage, every import between rooms, and none that the rules forbid', async () => {
  const [parts = '', call = ''] = [
    ...(await readPage('docs/architecture.md')).matchAll(/^```mermaid\n([\s\S]*?)^```/gm),
  ].map((match) => match[1] ?? '')
  const foldersIn = (folder: string) =>
    readdirSync(join(root, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory())

  const rooms = readLabels(parts)
  expect([...rooms.values()]).toEqual(expect.arrayContaining(foldersIn('server/src').map(({ name }) => name)))
  for (const name of rooms.values())
    expect([
      name,
      existsSync(join(root, 'server/src', name)) || existsSync(join(root, `server/src/${name}.ts`)),
    ]).toEqual([name, true])
  const arrows = [...parts.matchAll(/^ *(\w+)(?:\[[^\]]*\])? --> (\w+)/gm)].map(
    ([, from = '', to = '']) => [rooms.get(from), rooms.get(to)] as const,
  )
  expect(arrows.length).toBeGreaterThan(20)
  const graph = arrows.map(([from, to]) => {
    const file = `server/src/${to}/x.ts`
    return [`server/src/${from}/x.ts`, [{ specifier: file, file }]] as const
  })
  expect(graph.flatMap((entry) => findWrongArrows(new Map([entry])))).toEqual([])

  const drawnBelow = (room: string, found = new Set<string>()): Set<string> => {
    for (const [from, to = ''] of arrows)
      if (from === room && !found.has(to)) {
        found.add(to)
        drawnBelow(to, found)
      }
    return found
  }
  const roomOf = (file: string | null) => /^server\/src\/([\w-]+)/.exec(file ?? '')?.[1]
  const drawnRooms = new Set(rooms.values())
  const missing = [...graph]
    .filter(([file]) => !isTest(file) && !isTestSupport(file))
    .flatMap(([file, imports]) => imports.map((imported) => [roomOf(file), roomOf(imported.file)] as const))
    .filter(([from = '', to = '']) => from !== to && drawnRooms.has(from) && drawnRooms.has(to))
    .filter(([from = '', to = '']) => !drawnBelow(from).has(to))
  expect([...new Set(missing.map((pair) => pair.join(' --> ')))]).toEqual([])

  const prose = await readPage('docs/architecture.md')
  const stages = foldersIn('server/src/relay').map(({ name }) => name)
  const drawn = new Set(readLabels(call).values())
  expect(stages.filter((name) => !drawn.has(name) && !prose.includes(`\`${name}\``))).toEqual([])
  expect([...drawn].filter((name) => !stages.includes(name) && !['client', 'ledger'].includes(name))).toEqual([])
})

/** Names of a drawing's boxes, by their ids in arrows. */
const readLabels = (drawing: string): Map<string, string> =>
  new Map([...drawing.matchAll(/(\w+)(?:\(\(|\[\(|\[)"([\w-]+)"/g)].map(([, id = '', label = '']) => [id, label]))

/** Targets of links and pictures within the repository. */
function findLinks(markdown: string): string[] {
  const prose = markdown.replace(/^```[\s\S]*?^ *```/gm, '').replace(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g)]
    .map((match) => match[1] ?? '')
    .filter((target) => !/^[a-z]+:/.test(target))
}

/** The anchors that a forge makes of the headings. */
function findAnchors(markdown: string): Set<string> {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, '')
  const titles = [...prose.matchAll(/^#+ (.+)$/gm)].map((match) => match[1] ?? '')
  return new Set(titles.map(createAnchors()))
}

/** The numbers of comment lines above 120 columns. A line of one word, such as an address, cannot be broken. */
function findWideComments(text: string): number[] {
  return text
    .split('\n')
    .flatMap((line, index) => (line.length > 120 && /^\s*(\/\/|\/?\*+|#) *\S+ \S/.test(line) ? [index + 1] : []))
}

/** The numbers of the lines beyond `width`. Tables, code and comments are excluded: they cannot be broken. */
function findLongLines(text: string, width: number): number[] {
  const withoutCode = text.replace(/^ *```[\s\S]*?^ *```/gm, (code) => code.replace(/[^\n]/g, ''))
  return withoutCode
    .split('\n')
    .flatMap((line, index) => (line.length > width && !/^\s*[|<]/.test(line) ? [index + 1] : []))
}
