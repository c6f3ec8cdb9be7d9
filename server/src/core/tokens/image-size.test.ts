import { expect, test } from 'bun:test'
import { imageSizeOf } from './image-size.ts'

const png = [
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 2, 0, 0, 0, 1, 0,
]
const webp = [...new TextEncoder().encode('RIFF0000WEBPVP8X'), 10, 0, 0, 0, 0, 0, 0, 0, 0xff, 0x01, 0, 0xff, 0, 0]
/** A JPEG of 640 × 480 after `segments` of `length` bytes. */
function jpeg(segments: number, length: number): number[] {
  const segment = [0xff, 0xe1, length >> 8, length & 0xff, ...new Uint8Array(length - 2)]
  return [[0xff, 0xd8], ...Array.from({ length: segments }, () => segment), frameHeader].flat()
}
const frameHeader = [0xff, 0xc0, 0, 17, 8, 1, 0xe0, 2, 0x80, 3]
const addressOf = (bytes: number[], rest = 100_000) =>
  `data:image/x;base64,${Buffer.from([...bytes, ...new Uint8Array(rest)]).toString('base64')}`

test.each([
  ['a PNG', addressOf(png), { width: 512, height: 256 }],
  ['a PNG without more', addressOf(png, 0), { width: 512, height: 256 }],
  ['a WebP', addressOf(webp), { width: 512, height: 256 }],
  ['a JPEG behind a profile', addressOf(jpeg(2, 30_000)), { width: 640, height: 480 }],
  ['a JPEG of many segments', addressOf(jpeg(60, 40)), { width: 640, height: 480 }],
  ['a JPEG of too many segments', addressOf(jpeg(70, 4)), null],
  ['no base64', 'data:image/png;base64,iVBORw0K*', null],
  ['an address', 'https://example.com/a.png', null],
])('the size of %s', (_kind, address, size) => expect(imageSizeOf(address)).toEqual(size))
