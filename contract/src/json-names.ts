const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g

/**
 * The first duplicate name in one object of `text`, a valid JSON text; null = none. JSON parsers silently keep the last
 * value, so one of two written prices would have no effect.
 */
export function repeatedName(text: string): string | null {
  /** The names so far of each open object; null for a list. */
  const open: (Set<string> | null)[] = []
  let last = ''
  for (const [token] of text.matchAll(tokens)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(null)
    else if (token === '}' || token === ']') open.pop()
    else if (token === ':') {
      const name: string = JSON.parse(last)
      const names = open.at(-1)
      if (names?.has(name)) return name
      names?.add(name)
    } else last = token
  }
  return null
}
