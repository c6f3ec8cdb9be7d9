import { expect, test } from 'bun:test'
import { parseRange } from './byte-range.ts'

const file = { bytes: 10, etag: '"7-10"' }
const read = (headers: Record<string, string>) => parseRange(new Headers(headers), file)

test('a range of bytes is within the file', () => {
  const cases: [string, ReturnType<typeof read>][] = [
    ['bytes=0-3', { from: 0, to: 3 }],
    ['bytes=4-', { from: 4, to: 9 }],
    ['bytes=4-99', { from: 4, to: 9 }],
    ['bytes=-3', { from: 7, to: 9 }],
    ['bytes=-99', { from: 0, to: 9 }],
    ['bytes=2-99999999999999999999', { from: 2, to: 9 }],
    [`bytes=-${'9'.repeat(400)}`, { from: 0, to: 9 }],
    ['bytes=10-', 'beyond'],
    ['bytes=-0', 'beyond'],
    ['bytes=5-4', null],
    ['bytes=0-1,4-5', null],
    ['lines=1-2', null],
    ['bytes=-', null],
  ]
  for (const [range, expected] of cases) expect([range, read({ range })]).toEqual([range, expected])
  expect(read({})).toBeNull()
})

test('a range of another version of the file is answered with the whole file', () => {
  expect(read({ range: 'bytes=0-3', 'if-range': file.etag })).toEqual({ from: 0, to: 3 })
  expect(read({ range: 'bytes=0-3', 'if-range': '"other"' })).toBeNull()
  expect(read({ range: 'bytes=0-3', 'if-range': 'Mon, 30 Nov 2026 09:00:00 GMT' })).toBeNull()
})
