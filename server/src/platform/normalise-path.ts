/**
 * `path` as it is matched and passed on: slashes in a row count as one, and one at the end does not count. Whatever is
 * built from a path is built from this, so that all spellings of an address make the same call.
 */
export function normalisePath(path: string): string {
  const single = path.includes('//') ? path.replace(/\/{2,}/g, '/') : path
  return single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single
}
