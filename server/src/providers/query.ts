/** The query of a client's path, with its `?`, reduced to the parameters in `allowed`; '' when none is left. */
export function allowedQuery(path: string, allowed: readonly string[]): string {
  const at = path.indexOf('?')
  if (at < 0) return ''
  const kept = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(path.slice(at + 1)))
    if (allowed.includes(name)) kept.append(name, value)
  return kept.size > 0 ? `?${kept}` : ''
}

/** The path without the parameter that may hold the caller's own key. */
export function withoutKey(path: string): string {
  const at = path.indexOf('?')
  if (at < 0 || !/[?&]key=/i.test(path)) return path
  const query = new URLSearchParams(path.slice(at + 1))
  for (const name of [...query.keys()]) if (name.toLowerCase() === 'key') query.delete(name)
  return path.slice(0, at) + (query.size > 0 ? `?${query}` : '')
}
