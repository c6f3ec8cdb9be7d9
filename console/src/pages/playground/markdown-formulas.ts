import type { MarkedExtension, TokenizerExtension } from 'marked'

/** `\[…\]` and `$$…$$` that begin a line; blank lines and lists inside do not end them. */
const blockFormula = /^ {0,3}(?:\$\$((?:[^$\\]|\\[\s\S])+?)\$\$|\\\[([\s\S]+?)\\\])[ \t]*(?:\n+|$)/
/**
 * Formulas in a line. A single dollar opens one only before a sign that is no space, and closes it only after one and
 * not before a digit, so that "$5 and $6" stays a price.
 */
const inlineFormula =
  /^(?:\$\$((?:[^$\\]|\\[\s\S])+?)\$\$|\\\[([\s\S]+?)\\\]|\\\(([\s\S]+?)\\\)|\$(?=[^\s$])((?:[^$\\\n]|\\.)*?(?:[^\s$\\]|\\.))\$(?!\d))/

const inlineStart = /\$|\\[([]/

/** A longer formula is shown as the text that it is: setting it would block the page. */
const formulaCharsMax = 5_000

const extensionOf = (
  level: 'block' | 'inline',
  { pattern, start }: { pattern: RegExp; start: RegExp },
  htmlOf: (tex: string, isDisplay: boolean) => string,
): TokenizerExtension & { renderer(token: { [key: string]: unknown }): string } => ({
  name: `${level}Formula`,
  level,
  start: (text) => {
    const found = start.exec(text)
    // A formula of its own begins after the end of a line: `text` itself begins inside one.
    return found === null ? undefined : found.index + (level === 'block' ? 1 : 0)
  },
  tokenizer(text) {
    const found = pattern.exec(text)
    if (found === null) return undefined
    const [raw, ...groups] = found
    const tex = groups.find((group) => group !== undefined) ?? ''
    if (tex.trim() === '' || tex.length > formulaCharsMax) return undefined
    return { type: `${level}Formula`, raw, text: tex.trim(), isDisplay: level === 'block' || /^(\$\$|\\\[)/.test(raw) }
  },
  renderer: ({ text, isDisplay }) => htmlOf(String(text), isDisplay === true),
})

/** Parses formulas in the notations of TeX and of Markdown. `htmlOf` must escape the source that it gets. */
export const formulas = (htmlOf: (tex: string, isDisplay: boolean) => string): MarkedExtension => ({
  extensions: [
    extensionOf('block', { pattern: blockFormula, start: /\n {0,3}(?:\$\$|\\\[)/ }, htmlOf),
    extensionOf('inline', { pattern: inlineFormula, start: inlineStart }, htmlOf),
  ],
})

/** Text that is still growing, without a formula at its end that is not closed yet. */
export function withoutOpenFormula(text: string): string {
  for (const [open, close] of [
    ['$$', '$$'],
    ['\\[', '\\]'],
    ['\\(', '\\)'],
  ] as const) {
    const parts = text.split(open)
    const isOpen = open === close ? parts.length % 2 === 0 : parts.length > 1 && !parts.at(-1)?.includes(close)
    const at = text.lastIndexOf(open)
    if (isOpen && text.length - at < formulaCharsMax) return text.slice(0, at)
  }
  return text
}
