import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { apiPage, withErrorTable } from './build-error-table.ts'
import { providersPage, withProviderTable } from './build-provider-table.ts'
import { root } from './bun-path.mjs'

const places = ['*.md', 'docs/**/*.md', 'server/src/**/README.md']
const pages = places.flatMap((place) => [...new Bun.Glob(place).scanSync(root)]).sort()
const readPage = (page: string): Promise<string> => Bun.file(join(root, page)).text()

test('the table of error codes is the catalogue', async () => {
  const page = await Bun.file(apiPage).text()
  // `node scripts/with-bun.mjs scripts/build-error-table.ts` writes it anew.
  expect(withErrorTable(page)).toBe(page)
})

test('the table of channel types is the list of providers', async () => {
  const page = await Bun.file(providersPage).text()
  // `node scripts/with-bun.mjs scripts/build-provider-table.ts` writes it anew.
  expect(withProviderTable(page)).toBe(page)
})

test('links and pictures lead to files and headings that exist', async () => {
  expect(pages).toContain('docs/api.md')
  const broken: string[] = []
  for (const page of pages) {
    for (const target of linksOf(await readPage(page))) {
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? join(root, page) : resolve(root, dirname(page), path)
      const isThere =
        existsSync(file) && (anchor === undefined || headingsOf(await Bun.file(file).text()).has(anchor))
      if (!isThere) broken.push(`${page}: ${target}`)
    }
  }
  expect(broken).toEqual([])
})

/** Targets of links and pictures within the repository. */
function linksOf(markdown: string): string[] {
  const prose = markdown.replace(/^```[\s\S]*?^ *```/gm, '').replace(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g)]
    .map((match) => match[1] ?? '')
    .filter((target) => !/^[a-z]+:/.test(target))
}

/** Headings the way a forge turns them into anchors. */
function headingsOf(markdown: string): Set<string> {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, '')
  const titles = [...prose.matchAll(/^#+ (.+)$/gm)].map((match) => match[1] ?? '')
  return new Set(
    titles.map((title) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}
