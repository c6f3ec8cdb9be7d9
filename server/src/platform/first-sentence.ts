const lengthMax = 200

/** Blocks that are no sentences: headings, code, tables, rules, comments. */
const block = /^(```|~~~|#{1,6}\s|\||<|---|===|\*\*\*)/

/** The first sentence of a text in Markdown, without marks, and at most 200 characters; '' = it has none. */
export function firstSentence(markdown: string): string {
  const paragraphs = markdown
    .replace(/^(```|~~~)[\s\S]*?(?:^\1|(?![\s\S]))/gm, '')
    .split(/\n(?:\s*\n|(?=#))/)
    .map((text) => text.trim().replace(/^#.*\n?/, ''))
  const first = paragraphs.filter((text) => !block.test(text)).map(plainOf)
  const text = first.find((one) => /[\p{L}\p{N}]/u.test(one)) ?? ''
  const sentence = /^.*?(?:[.!?](?=\s|$)|[。！？])/u.exec(text)?.[0] ?? text
  return sentence.length <= lengthMax ? sentence : `${sentence.slice(0, lengthMax - 1).trimEnd()}…`
}

const plainOf = (text: string): string =>
  text
    .replace(/^(?:[>*+-]|\d+[.)])\s+/gm, '')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]*>/g, '')
    .replace(/\*\*|__|`|(?<!\w)[*_]|[*_](?!\w)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
