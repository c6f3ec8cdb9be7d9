import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { createAnchors } from '@sluice/contract/heading-anchors'
import { Marked, type Token, type Tokens } from 'marked'
import { root } from '../bun-path.mjs'
import { fileAddress, readPackage } from '../project-links.ts'
import { chineseHeadings } from './headings-zh.ts'

/** What can be found: the text under one heading. */
export interface Section {
  /** Address of the heading, relative to the start page. */
  path: string
  page: string
  heading: string
  text: string
}

export interface DocPage {
  /** In the repository. */
  source: string
  /** Relative to the start page. */
  path: string
  title: string
  html: string
  sections: Section[]
}

export interface NavEntry {
  label: string
  path: string
}

/** Pages outside `docs`, with the names that they get. */
const others: Readonly<Record<string, string>> = {
  'README.md': 'first-steps.html',
  'README.zh.md': 'first-steps.zh.html',
  'deploy/README.md': 'deployment-files.html',
  'SECURITY.md': 'security.html',
  'CHANGELOG.md': 'changelog.html',
}

/** Every page, in the order of its path. */
export function readDocs(): DocPage[] {
  const sources = [...Object.keys(others), ...[...new Bun.Glob('docs/**/*.md').scanSync(root)].sort()]
  return sources.map((source) => renderPage(source, readFileSync(join(root, source), 'utf8')))
}

/** The lists of the start page, tasks first: what stands before its last column, and the first link of that. */
export function readNav(): { tasks: NavEntry[]; reference: NavEntry[] } {
  const source = 'docs/README.md'
  const [, tasks = '', reference = ''] = readFileSync(join(root, source), 'utf8').split(/^## /m)
  const rowsOf = (part: string) => part.split('\n').filter((line) => line.startsWith('| ') && line.includes(']('))
  const linksIn = (text: string): NavEntry[] =>
    [...text.matchAll(/\[([^\]]*)\]\(([^)]*)\)/g)].flatMap(([, label = '', target = '']) => {
      const path = placeOf(source, target)
      return path === null ? [] : [{ label, path }]
    })
  return {
    tasks: rowsOf(tasks).flatMap((row) => {
      const [, label = '', links = ''] = row.split('|')
      const [first] = linksIn(links)
      return first ? [{ label: label.trim(), path: first.path }] : []
    }),
    reference: rowsOf(reference).flatMap((row) => linksIn(row.split('|')[1] ?? '')),
  }
}

/** Where a page of the repository is on the site; null = it is not on it. */
function placeOf(from: string, target: string): string | null {
  const [file = '', anchor] = target.split('#')
  const source = file === '' ? from : normalize(join(dirname(from), file))
  const inDocs = source.startsWith('docs/') && source.endsWith('.md')
  const path = others[source] ?? (inDocs && existsSync(join(root, source)) ? pathOf(source) : null)
  return path === null ? null : path + (anchor === undefined ? '' : `#${anchor}`)
}

const pathOf = (source: string): string =>
  others[source] ??
  source
    .replace(/^docs\//, '')
    .replace(/(^|\/)README\.md$/, '$1index.md')
    .replace(/\.md$/, '.html')

/** The way from a page to the start page. */
export const upFrom = (path: string): string => '../'.repeat(path.split('/').length - 1)

export function renderPage(source: string, markdown: string): DocPage {
  const path = pathOf(source)
  const anchorOf = createAnchors()
  const chinese = chineseHeadings[source] ?? {}
  const sections: Section[] = []
  let title = source
  const marked = new Marked({ gfm: true })
  const plain = (tokens: readonly Token[] | undefined): string =>
    textOf(tokens ?? [])
      .replace(/\s+/g, ' ')
      .trim()
  marked.use({
    renderer: {
      heading({ tokens, depth }) {
        const heading = plain(tokens)
        const anchor = anchorOf(heading)
        const other = chinese[heading]
        const both = other === undefined ? '' : ` <span lang="zh-CN">${escapeHtml(other)}</span>`
        return `<h${depth} id="${anchor}"><a href="#${anchor}">${this.parser.parseInline(tokens)}</a>${both}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        const target = targetOf(source, path, href)
        return target === null ? text : `<a href="${escapeHtml(target)}">${text}</a>`
      },
      image({ href, text }) {
        const picture = normalize(join(dirname(source), href)).replace(/^docs\//, '')
        return `<img src="${upFrom(path)}${escapeHtml(picture)}" alt="${escapeHtml(text)}">`
      },
      // Wide tables and code scroll in themselves, by keyboard too.
      code({ text }) {
        return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`
      },
    },
  })
  const tokens = marked.lexer(markdown)
  const anchorOfSection = createAnchors()
  for (const token of tokens) {
    if (token.type === 'heading') {
      const heading = plain(token.tokens)
      if (token.depth === 1) title = heading
      const other = chinese[heading]
      sections.push({
        path: `${path}#${anchorOfSection(heading)}`,
        page: title,
        heading: other === undefined ? heading : `${heading} ${other}`,
        text: '',
      })
    } else {
      const last = sections.at(-1)
      if (last) last.text = `${last.text} ${plain([token])}`.trim()
    }
  }
  const html = marked.parser(tokens).replaceAll('<table>', '<div class="table" tabindex="0"><table>')
  return { source, path, title, html: html.replaceAll('</table>', '</table></div>'), sections }
}

/** A link of a page; null = it leads to a file of the repository, whose home page is not known. */
function targetOf(source: string, path: string, href: string): string | null {
  if (/^[a-z]+:/i.test(href)) return href
  const place = placeOf(source, href)
  if (place !== null) return href.startsWith('#') ? href : upFrom(path) + place
  return fileAddress(normalize(join(dirname(source), href)), readPackage())
}

function textOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'table') {
        // The cast: the type of a token does not follow from its name.
        const { header, rows } = token as Tokens.Table
        return [header, ...rows].map((row) => row.map((cell) => textOf(cell.tokens)).join(' · ')).join(' ')
      }
      if (token.type === 'list') return (token as Tokens.List).items.map((item) => textOf(item.tokens)).join(' ')
      if (token.type === 'html') return ''
      return 'tokens' in token && token.tokens ? textOf(token.tokens) : 'text' in token ? String(token.text) : ''
    })
    .join('')
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
