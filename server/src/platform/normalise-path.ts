/**
 * `path` in the form that is matched and forwarded: repeated slashes become one, and a trailing slash is removed. All
 * code uses this form, so that every spelling of an address has the same effect.
 */
export function normalisePath(path: string): string {
  const single = path.includes('//') ? path.replace(/\/{2,}/g, '/') : path
  return single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single
}
