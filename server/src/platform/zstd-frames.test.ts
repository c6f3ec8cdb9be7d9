import { describe, expect, test } from 'bun:test'
import { constants, createZstdCompress, zstdCompressSync } from 'node:zlib'
import { areWholeZstdFrames } from './zstd-frames.ts'

/** Frames of every form: with and without the size of the content, a checksum, runs and several blocks. */
const samples: [form: string, frames: Buffer][] = [
  ['small', zstdCompressSync(Buffer.from('{"a":1}'))],
  ['empty', zstdCompressSync(Buffer.alloc(0))],
  ['of several blocks', zstdCompressSync(Buffer.from(Array.from({ length: 90_000 }, (_, at) => at * 7919).join()))],
  ['of blanks', zstdCompressSync(Buffer.alloc(300_000, ' '))],
  ['with a checksum', zstdCompressSync(Buffer.from('abc'), { params: { [constants.ZSTD_c_checksumFlag]: 1 } })],
  ['without the size of the content', await compressInPieces(['{"a":', '1}'])],
  ['two', Buffer.concat([zstdCompressSync(Buffer.from('ab')), zstdCompressSync(Buffer.from('cd'))])],
  ['behind a skippable one', Buffer.from([0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 9, 9])],
]

describe('frames of Zstandard', () => {
  test.each(samples)('%s are whole', (_form, frames) => {
    expect(areWholeZstdFrames(frames)).toBe(true)
  })
  test.each(samples)('%s are not whole when they are cut or followed by other bytes', (_form, frames) => {
    for (let length = Math.max(1, frames.length - 40); length < frames.length; length++)
      if (!isBetween(frames, length)) expect(areWholeZstdFrames(frames.subarray(0, length))).toBe(false)
    expect(areWholeZstdFrames(Buffer.concat([frames, Buffer.from('garbage')]))).toBe(false)
  })
})

/** The end of the first of two frames. */
const isBetween = (frames: Buffer, length: number): boolean =>
  frames.length > length + 4 && frames.readUInt32LE(length) === 0xfd2fb528

async function compressInPieces(pieces: readonly string[]): Promise<Buffer> {
  const compressor = createZstdCompress()
  for (const piece of pieces) compressor.write(piece)
  compressor.end()
  return Buffer.concat(await Array.fromAsync(compressor))
}
