import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { createDocSearch } from '../console/src/docs/search-docs.ts'
import { root } from './bun-path.mjs'
import { buildDocs } from './docs-site/build-docs.ts'
import { chineseHeadings } from './docs-site/headings-zh.ts'
import { readDocs, readNav, renderPage } from './docs-site/read-docs.ts'

let folder: string
const pages = readDocs()
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-docs-'))
  await buildDocs(folder)
})
afterAll(() => rmSync(folder, { recursive: true }))

const read = (name: string) => readFileSync(join(folder, name), 'utf8')

test('every link, picture and script of every page leads to a file of the site and its heading', () => {
  const broken: string[] = []
  for (const { path } of pages)
    for (const [, target = ''] of read(path).matchAll(/(?:href|src)="([^"]*)"/g)) {
      if (/^[a-z]+:/.test(target)) continue
      const [file = '', anchor] = target.split('#')
      const place = file === '' ? path : relative(folder, join(folder, dirname(path), file))
      const isThere =
        existsSync(join(folder, place)) && (anchor === undefined || read(place).includes(`id="${anchor}"`))
      if (!isThere) broken.push(`${path}: ${target}`)
    }
  expect(broken).toEqual([])
  expect(pages.length).toBeGreaterThan(40)
})

test('a link to a file of the repository is text while the repository has no address', () => {
  const { html } = renderPage(
    'docs/x.md',
    '# X\n\nSee [the code](../server/src/main.ts) and [limits](limits.md#storage).',
  )
  expect(html).toContain('<p>See the code and <a href="limits.html#storage">limits</a>.</p>')
})

test('text in code is shown as it is', () => {
  const { html } = renderPage('docs/x.md', '# X\n\n`<b>` and\n\n```sh\necho "<script>"\n```\n')
  expect(html).toContain('<code>&lt;b&gt;</code>')
  expect(html).toContain('<code>echo &quot;&lt;script&gt;&quot;</code>')
})

test('the list has the tasks first, then the reference, as the start page of the documentation', () => {
  const { tasks, reference } = readNav()
  expect(tasks[0]).toEqual({ label: 'try it on this machine', path: 'first-steps.html' })
  expect(tasks.map(({ path }) => path)).toContain('operations.html')
  expect(reference.map(({ path }) => path)).toEqual(expect.arrayContaining(['api.html', 'configuration.html']))
  const text = read('configuration.html')
  expect(text.indexOf('By task')).toBeLessThan(text.indexOf('>Reference'))
  expect(text).toContain('<a href="configuration.html" aria-current="page">')
})

test('pages for operators have a Chinese heading for each page and part, and none for headings that are gone', () => {
  const gone: string[] = []
  const missing: string[] = []
  // Names of programs are the same in both languages.
  const names = ['docs/clients.md', 'docs/recipes/behind-a-proxy.md', 'CHANGELOG.md']
  for (const [source, headings] of Object.entries(chineseHeadings)) {
    const markdown = readFileSync(join(root, source), 'utf8').replace(/^ *```[\s\S]*?^ *```/gm, '')
    const there = [...markdown.matchAll(/^#{1,4} (.+)$/gm)].map((match) => match[1] ?? '')
    for (const heading of Object.keys(headings)) if (!there.includes(heading)) gone.push(`${source}: ${heading}`)
    if (names.includes(source)) continue
    for (const heading of there) if (!(heading in headings)) missing.push(`${source}: ${heading}`)
  }
  expect({ gone, missing }).toEqual({ gone: [], missing: [] })
})

test.each([
  ['backup', 'operations.html#back-up'],
  ['back up', 'operations.html#back-up'],
  ['备份', 'operations.html#back-up'],
  ['nginx', 'recipes/behind-a-proxy.html'],
  ['反向代理', 'recipes/behind-a-proxy.html'],
  ['后台', 'api.html#background-answers'],
  ['429', 'limits.html'],
  ['CRYPTO_SECRET', 'configuration.html'],
  ['TRUSTED_PROXIES', 'configuration.html#trusted-proxies'],
  ['stripe', 'payments.html#stripe'],
  ['升级', 'operations.html#upgrade'],
  ['kubernets', 'recipes/kubernetes.html'],
])('a search for %s finds %s among the first', (query, path) => {
  const search = createDocSearch(
    pages.flatMap(({ sections }) =>
      sections.map(({ path, page, heading, text }) => [path, page, heading, text] as const),
    ),
  )
  expect(
    search(query)
      .slice(0, 6)
      .map((hit) => hit.path)
      .filter((found) => found.startsWith(path)),
  ).not.toEqual([])
})
