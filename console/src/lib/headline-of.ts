/** The first line, without its Markdown. */
export function headlineOf(markdown: string): string {
  const shown = markdown.replace(/<(script|style)\b[^>]*>[\s\S]*?(<\/\1>|$)/gi, '')
  const line = shown.split('\n').find((one) => one.trim() !== '') ?? ''
  return line
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<(?:"[^"]*"|'[^']*'|[^'">])*>|[*`#>~]|(?<![^\W_])_|_(?![^\W_])/g, '')
    .trim()
}
