/** The bytes that a request wants of a file, both ends included; null = the whole file. */
export type ByteRange = { from: number; to: number } | null

/**
 * `Range` and `If-Range` of a request for a file of `bytes` with that tag. `beyond`: no byte of it. Several ranges, and
 * other units, are answered with the whole file.
 */
export function parseRange(headers: Headers, { bytes, etag }: { bytes: number; etag: string }): ByteRange | 'beyond' {
  const wanted = headers.get('range')
  const condition = headers.get('if-range')
  if (wanted === null || (condition !== null && condition !== etag)) return null
  const found = /^bytes=(\d*)-(\d*)$/.exec(wanted.trim())
  const [, first = '', last = ''] = found ?? []
  if (first === '' && last === '') return null
  // `-5`: the last five.
  const from = first === '' ? Math.max(bytes - Number(last), 0) : Number(first)
  const to = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null
  return from > to ? 'beyond' : { from, to }
}
