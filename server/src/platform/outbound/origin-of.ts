/** Scheme and authority of a valid URL, by string operations alone, because this runs for every call. */
export function originOf(url: string): string {
  const path = url.indexOf('/', url.indexOf('://') + 3)
  return path < 0 ? url : url.slice(0, path)
}
