import { Marked, type Token } from 'marked'
import { inlinePicture } from './inline-picture.ts'
import { formulas, withoutOpenFormula } from './markdown-formulas.ts'

/** A paragraph, a list, a table…: the unit of rendering. */
export type Block =
  | { kind: 'code'; raw: string; language: string; text: string }
  | { kind: 'html'; raw: string; token: Token }
  /** Text that is not read as Markdown. */
  | { kind: 'plain'; raw: string }

/** Names an external picture, which is not loaded, because `host` would learn about the reader. */
export type NamePicture = (picture: { alt: string; host: string }) => string

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

/** Inline tags that models write. All other HTML is shown as text. */
const harmlessTag = /^<\/?(br|sub|sup|kbd|u|mark)\s*\/?>$/i

/** A table that is wider than its container scrolls, by keyboard too. Text never contains the tag: it is escaped. */
const scrolledTable = '<table tabindex="0">'

const newWindow = 'target="_blank" rel="noopener noreferrer nofollow"'

/** The place of a formula, with its source. Models cannot write it themselves: their HTML is text. */
const formulaHtml = (tex: string, isDisplay: boolean): string =>
  isDisplay
    ? // It scrolls where it is wider than the answer, by keyboard too.
      `<span data-formula="display" tabindex="0">${escapeHtml(tex)}</span>`
    : `<span data-formula="inline">${escapeHtml(tex)}</span>`

/** Parses a model's Markdown: HTML is text, links open in a new tab, external pictures are links. */
export function createMarkdown(namePicture: NamePicture) {
  const marked = new Marked({ gfm: true, breaks: true })
  marked.use(formulas(formulaHtml))
  marked.use({
    renderer: {
      html: ({ text }) => (harmlessTag.test(text.trim()) ? text : escapeHtml(text)),
      checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
      link({ href, tokens }) {
        return `<a href="${escapeHtml(href)}" ${newWindow}>${this.parser.parseInline(tokens)}</a>`
      },
      image({ href, text }) {
        if (inlinePicture.test(href)) return `<img src="${escapeHtml(href)}" alt="${escapeHtml(text)}">`
        if (!URL.canParse(href)) return escapeHtml(text)
        const name = namePicture({ alt: text, host: new URL(href).host })
        return `<a href="${escapeHtml(href)}" ${newWindow}>${escapeHtml(name)}</a>`
      },
    },
  })
  const read = (text: string): Block[] =>
    marked
      .lexer(text)
      .filter(({ type }) => type !== 'space' && type !== 'def')
      .map((token): Block => {
        if (token.type !== 'code') return { kind: 'html', raw: token.raw, token }
        const language = /^\S*/.exec(String(token.lang ?? ''))?.[0] ?? ''
        return { kind: 'code', raw: token.raw, language, text: String(token.text) }
      })
  return {
    /** `isGrowing`: more text follows, so incomplete syntax at the end is not interpreted yet. */
    blocksOf: (text: string, isGrowing: boolean): Block[] =>
      partsOf(isGrowing ? closeOpenEnds(text) : text).flatMap((part) =>
        part.isPlain ? [{ kind: 'plain', raw: part.text }] : read(part.text),
      ),
    /** HTML that is not sanitised yet. */
    htmlOf: (token: Token): string => marked.parser([token]).replaceAll('<table>', scrolledTable),
  }
}

export type Markdown = ReturnType<typeof createMarkdown>

/** Without a space for this long, as in data: reading it as Markdown takes a time that grows with its square. */
const longRun = /\S{2000}/
const embeddedPicture = /\(data:image\/[^)\s]*\)/g
const fence = /^ {0,3}(?:```|~~~)/

/** The text in parts: lines outside of code that are too long a run of signs, and what is between them. */
function partsOf(text: string): { isPlain: boolean; text: string }[] {
  if (!longRun.test(text)) return [{ isPlain: false, text }]
  const parts: { isPlain: boolean; lines: string[] }[] = []
  let isInFence = false
  for (const line of text.split('\n')) {
    if (fence.test(line)) isInFence = !isInFence
    const isPlain = !isInFence && longRun.test(line.replaceAll(embeddedPicture, ''))
    const last = parts.at(-1)
    if (last?.isPlain === isPlain) last.lines.push(line)
    else parts.push({ isPlain, lines: [line] })
  }
  return parts.map(({ isPlain, lines }) => ({ isPlain, text: lines.join('\n') }))
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Closes the open ends of streamed `text`; otherwise every new character could change earlier text. */
export function closeOpenEnds(text: string): string {
  const isInFence = countOf(text, /^ {0,3}(```|~~~)/gm) % 2 === 1
  if (isInFence) return text
  const start = text.lastIndexOf('\n\n') + 1
  let tail = withoutOpenFormula(text.slice(start))
  // A single dash below a line would briefly make that line a heading.
  tail = tail.replace(/\n[ \t]*(-+|=+|[*_+#]+|\d+\.?|`{1,2})[ \t]*$/, '')
  if (countOf(tail, /`/g) % 2 === 1) return `${text.slice(0, start)}${tail}\``
  tail = tail
    .replace(/!\[[^\]\n]*(\]\([^)\n]*)?$/, '')
    .replace(/\[([^\]\n]*)(\]\([^)\n]*)?$/, '$1')
    .replace(/(?<=^|[\s(])[*_]{1,3}$/, '')
  if (countOf(tail, /\*\*/g) % 2 === 1) tail = `${tail.replace(/\*$/, '').trimEnd()}**`
  return text.slice(0, start) + tail
}
