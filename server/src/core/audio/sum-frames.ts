import { aacFrameAt, headerBytes, mp3FrameAt, type SoundFrame } from './mp3-frame.ts'

/** Frames and places where none began, after which the rest of a file is taken to be like what was read. */
const stepsMax = 200_000

const frameAt = (bytes: Buffer, at: number): SoundFrame | null =>
  mp3FrameAt(bytes, at) ?? aacFrameAt(bytes, at)

export interface FrameSum {
  seconds: number
  frames: number
}

/**
 * Adds up the frames of MPEG audio or AAC from `start` on, whatever bitrates they have; what lies between is left out.
 * Of many more frames than hours of sound have, the rest is taken to be like the ones before.
 */
export function sumFrames(file: Buffer, start: number): FrameSum {
  const sum: FrameSum = { seconds: 0, frames: 0 }
  let at = start
  for (let step = 0; step < stepsMax; step++) {
    const frame = frameAt(file, at)
    if (frame) {
      sum.seconds += frame.seconds
      sum.frames++
      at += frame.length
      continue
    }
    const next = file.indexOf(0xff, at + 1)
    if (next < 0) return sum
    at = next
  }
  if (at < file.length && at > start) sum.seconds *= (file.length - start) / (at - start)
  return sum
}

/** The same of sound that comes in pieces. */
export function createFrameSummer() {
  let rest: Buffer = Buffer.alloc(0)
  let skip = 0
  let seconds = 0
  let frames = 0

  return {
    push(piece: Uint8Array): void {
      if (skip >= piece.length) {
        skip -= piece.length
        return
      }
      const fresh = Buffer.from(piece.buffer, piece.byteOffset + skip, piece.byteLength - skip)
      const bytes: Buffer = rest.length > 0 ? Buffer.concat([rest, fresh]) : fresh
      skip = 0
      let at = 0
      while (at + headerBytes <= bytes.length) {
        const frame = frameAt(bytes, at)
        if (frame) {
          seconds += frame.seconds
          frames++
          at += frame.length
        } else {
          const next = bytes.indexOf(0xff, at + 1)
          at = next < 0 ? bytes.length : next
        }
      }
      skip = Math.max(0, at - bytes.length)
      // A header that is cut in two, copied: the piece is not ours to keep.
      rest = Buffer.from(bytes.subarray(Math.min(at, bytes.length)))
    },
    sum: (): FrameSum => ({ seconds, frames }),
  }
}
