import { type FlacStream, flacFrameStart } from './flac-frame.ts'

const blocksMax = 1_000
/** Longer than a frame of ordinary sound is: the last one begins within these. */
const tailBytes = 262_144
const placesMax = 20_000

/**
 * FLAC: the samples that its head tells, those before its last frame, or those that so many bytes hold even if nothing
 * was packed, whichever is most. Null when the frames are not of the sound that the head describes.
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

/** What the head says of its sound; null where it is no such head. */
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

/** Where the blocks of the head end. */
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

/** The first sample of the last frame behind `start`; 0 when none is found. */
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
