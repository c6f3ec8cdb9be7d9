import { createAnchors } from '@sluice/contract/heading-anchors'
import { Marked, type Token, type Tokens } from 'marked'
import { withBasePath } from '../../lib/base-path.ts'

/** A part of an article. `html` is not sanitised yet. */
export type ArticlePart =
  | { kind: 'heading'; depth: number; anchor: string; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'html'; html: string }

export interface Section {
  heading: string
  anchor: string
  text: string
}

const marked = new Marked({ gfm: true })

/** The parts of an article: its code gets buttons, its headings addresses. */
export function splitArticle(markdown: string): ArticlePart[] {
  const parts: ArticlePart[] = []
  const anchorOf = createAnchors()
  const tokens = marked.lexer(
    markdown.replaceAll(chapterLink, (_, slug, anchor = '') => `](${withBasePath(`/docs/${slug}${anchor}`)})`),
  )
  let rest: Token[] = []
  const flush = () => {
    if (rest.some(({ type }) => type !== 'space')) parts.push({ kind: 'html', html: marked.parser(rest) })
    rest = []
  }
  for (const token of tokens) {
    if (token.type === 'heading') {
      flush()
      const text = plainOf(token.tokens)
      parts.push({ kind: 'heading', depth: Number(token.depth), anchor: anchorOf(text), text })
    } else if (token.type === 'code') {
      flush()
      parts.push({ kind: 'code', text: String(token.text) })
    } else rest.push(token)
  }
  flush()
  return parts
}

/** What can be found of an article: the text under each heading, the first without one. */
export function sectionsOf(markdown: string): Section[] {
  const anchorOf = createAnchors()
  const sections: Section[] = [{ heading: '', anchor: '', text: '' }]
  for (const token of marked.lexer(markdown)) {
    const last = sections.at(-1)
    if (token.type === 'heading') {
      const heading = plainOf(token.tokens)
      sections.push({ heading, anchor: anchorOf(heading), text: '' })
    } else if (last) last.text = `${last.text} ${plainOf([token])}`.trim()
  }
  return sections.filter(({ heading, text }) => heading !== '' || text !== '')
}

/** A link of a chapter to another one, in the files of the repository. */
const chapterLink = /\]\(([a-z0-9-]+)\.md(#[^)\s]*)?\)/g

function plainOf(tokens: readonly Token[] | undefined): string {
  const text = (tokens ?? []).map((token): string => {
    if (token.type === 'html') return ''
    if (token.type === 'table') {
      // The casts: the type of a token does not follow from its name.
      const { header, rows } = token as Tokens.Table
      return [header, ...rows].map((row) => row.map((cell) => plainOf(cell.tokens)).join(' · ')).join(' ')
    }
    if (token.type === 'list') return (token as Tokens.List).items.map((item) => plainOf(item.tokens)).join(' ')
    if ('tokens' in token && token.tokens) return `${plainOf(token.tokens)} `
    return 'text' in token ? String(token.text) : ''
  })
  return text.join('').replace(/\s+/g, ' ').trim()
}
