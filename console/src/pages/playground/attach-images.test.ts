import { expect, test } from 'bun:test'
import { fitWithin, mayDecode } from './attach-images.ts'

test('a large picture is scaled down in proportion, a small one is unchanged', () => {
  expect(fitWithin({ width: 4_000, height: 2_000 }, 1_000)).toEqual({ width: 1_000, height: 500 })
  expect(fitWithin({ width: 10, height: 4_000 }, 1_000)).toEqual({ width: 3, height: 1_000 })
  expect(fitWithin({ width: 10_000, height: 1 }, 1_000)).toEqual({ width: 1_000, height: 1 })
  expect(fitWithin({ width: 300, height: 200 }, 1_000)).toEqual({ width: 300, height: 200 })
})

/** The header of a PNG of this size. */
function png(width: number, height: number): Blob {
  const head = new DataView(new ArrayBuffer(24))
  head.setUint32(0, 0x89504e47)
  head.setUint32(16, width)
  head.setUint32(20, height)
  return new Blob([head])
}

test('a picture is measured before it is decoded', async () => {
  expect(await mayDecode(png(8_064, 6_048))).toBe(true)
  expect(await mayDecode(png(60_000, 60_000))).toBe(false)
  expect(await mayDecode(png(0xffffffff, 1))).toBe(false)
  expect(await mayDecode(new Blob(['<svg width="9e9"/>']))).toBe(false)
})
