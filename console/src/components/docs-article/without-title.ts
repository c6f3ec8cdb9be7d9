/** A text without a first line that repeats the title of its page. */
export function withoutTitle(markdown: string, title: string): string {
  const first = /^\s*#[ \t]+([^\n]*?)(?:[ \t]+#+)?[ \t]*(?:\n+|$)/.exec(markdown)
  return first && sameOf(first[1] ?? '') === sameOf(title) ? markdown.slice(first[0].length) : markdown
}

const sameOf = (text: string): string => text.replace(/[*_`]/g, '').trim().toLowerCase()
