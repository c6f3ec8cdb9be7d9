/**
 * `path` in the form that is matched and passed on: consecutive slashes count as one, and a trailing slash is ignored.
 * All code uses this form, so that every spelling of an address makes the same call.
 */
export function normalisePath(path: string): string {
  const single = path.includes('//') ? path.replace(/\/{2,}/g, '/') : path
  return single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single
}
