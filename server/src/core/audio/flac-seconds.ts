import { type FlacStream, flacFrameStart } from './flac-frame.ts'

const blocksMax = 1_000
/** Longer than a frame of ordinary sound: the last frame begins within these bytes. */
const tailBytes = 262_144
const placesMax = 20_000

/**
 * FLAC: the largest of the samples in its header, the samples up to its last frame, and the samples that so many bytes
 * hold without compression. Null when the frames do not match the header.
 * https://www.rfc-editor.org/rfc/rfc9639, section 8.2
 */
export function flacSeconds(file: Buffer): number | null {
  const stream = flacStreamOf(file)
  if (!stream) return null
  const start = endOfBlocks(file)
  if (start === null) return null
  if (start < file.length && flacFrameStart(file, start, stream) === null) return null
  const bytesOfSample = stream.channels * Math.ceil(stream.bits / 8)
  const unpacked = (file.length - start) / bytesOfSample
  return Math.max(stream.samples, lastFlacSample(file, start, stream), unpacked) / stream.rate
}

/** The sound format from the header; null for an invalid one. */
export function flacStreamOf(file: Buffer): FlacStream | null {
  if (file.length < 42 || ((file[4] ?? 0) & 0x7f) !== 0) return null
  const rate = file.readUIntBE(18, 3) >> 4
  if (rate === 0) return null
  return {
    rate,
    channels: (((file[20] ?? 0) >> 1) & 7) + 1,
    bits: ((((file[20] ?? 0) & 1) << 4) | ((file[21] ?? 0) >> 4)) + 1,
    samples: ((file[21] ?? 0) & 0x0f) * 2 ** 32 + file.readUInt32BE(22),
    block: file.readUInt16BE(10),
  }
}

/** The end of the header's blocks. */
function endOfBlocks(file: Buffer): number | null {
  let at = 4
  for (let block = 0; block < blocksMax; block++) {
    if (at + 4 > file.length) return null
    const isLast = (file[at] ?? 0) >= 0x80
    at += 4 + file.readUIntBE(at + 1, 3)
    if (isLast) return Math.min(at, file.length)
  }
  return null
}

/** The first sample of the last frame after `start`; 0 when none is found. */
export function lastFlacSample(file: Buffer, start: number, stream: FlacStream): number {
  const least = Math.max(start, file.length - tailBytes)
  let at = file.lastIndexOf(0xff)
  for (let place = 0; place < placesMax && at >= least; place++) {
    const sample = flacFrameStart(file, at, stream)
    if (sample !== null) return sample
    at = at === 0 ? -1 : file.lastIndexOf(0xff, at - 1)
  }
  return 0
}
