// Writes the documentation as a static site into a folder: build-docs.ts <folder>. It needs no server, so that an
// archive can carry it; the product serves it at /docs.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { root } from '../bun-path.mjs'
import { readPackage } from '../project-links.ts'
import { type DocPage, escapeHtml, type NavEntry, readDocs, readNav, type Section, upFrom } from './read-docs.ts'

const reader = join(root, 'console/src/docs')

export async function buildDocs(folder: string): Promise<void> {
  const pages = readDocs()
  const { tasks, reference } = readNav()
  const titles = new Map(pages.map(({ path, title }) => [path, title]))
  const nav = { tasks, reference: reference.map(({ label, path }) => ({ label: titles.get(path) ?? label, path })) }
  const { version } = readPackage()
  const script = await Bun.build({
    entrypoints: [join(reader, 'read-docs-page.ts')],
    target: 'browser',
    // A module would not run in a page that is opened as a file.
    format: 'iife',
    minify: true,
  })
  const [code] = script.outputs
  if (!code) throw new Error('the script of the pages was not built')
  write(folder, 'docs.js', await code.text())
  write(folder, 'docs.css', readFileSync(join(reader, 'docs.css')).toString())
  write(folder, 'search-data.js', buildSearchData(pages.flatMap(({ sections }) => sections)))
  for (const page of pages) write(folder, page.path, buildPage(page, nav, version))
  cpSync(join(root, 'docs/images'), join(folder, 'images'), { recursive: true })
  cpSync(join(root, 'console/public/logo.svg'), join(folder, 'logo.svg'))
}

/** As a script: pages that are opened as files may not fetch. */
const buildSearchData = (sections: readonly Section[]): string =>
  `window.sluiceDocs=${JSON.stringify(sections.map(({ path, page, heading, text }) => [path, page, heading, text]))}\n`

function write(folder: string, name: string, text: string): void {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  if (text.length < 1_024) return
  writeFileSync(`${path}.br`, brotliCompressSync(text))
  writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }))
}

function buildPage(page: DocPage, { tasks, reference }: ReturnType<typeof readNav>, version: string): string {
  const up = upFrom(page.path)
  return `<!doctype html>
<html lang="en" data-root="${up}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)} · Sluice</title>
<link rel="icon" href="${up}logo.svg" type="image/svg+xml">
<link rel="stylesheet" href="${up}docs.css">
<script src="${up}docs.js"></script>
</head>
<body>
<a class="skip" href="#page">Skip to the text</a>
<header>
<a class="home" href="${up}index.html"><img src="${up}logo.svg" alt="" width="24" height="24">Sluice <small>${escapeHtml(version)}</small></a>
<div class="search" role="search">
<input id="search" type="search" role="combobox" aria-expanded="false" aria-controls="results" aria-autocomplete="list" autocomplete="off" spellcheck="false" placeholder="Search · 搜索" aria-label="Search the documentation · 搜索文档">
<kbd aria-hidden="true">/</kbd>
<div id="results" role="listbox" aria-label="Results · 结果" hidden></div>
<p id="count" role="status"></p>
</div>
</header>
<div class="frame">
<nav aria-label="Pages · 页面">
<details id="pages">
<summary>All pages <span lang="zh-CN">全部页面</span></summary>
${buildList('By task', '按任务查找', tasks, page, up)}
${buildList('Reference', '参考手册', reference, page, up)}
</details>
</nav>
<main id="page" tabindex="-1">
${page.html}
</main>
</div>
</body>
</html>
`
}

function buildList(title: string, chinese: string, entries: readonly NavEntry[], page: DocPage, up: string): string {
  const items = entries.map(({ label, path }) => {
    const current = path === page.path ? ' aria-current="page"' : ''
    return `<li><a href="${up}${path}"${current}>${escapeHtml(label)}</a></li>`
  })
  return `<h2>${title} <span lang="zh-CN">${chinese}</span></h2>\n<ul>\n${items.join('\n')}\n</ul>`
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) throw new Error('usage: build-docs.ts <folder>')
  await buildDocs(folder)
}
