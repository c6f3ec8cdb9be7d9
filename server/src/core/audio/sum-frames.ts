import { aacFrameAt, headerBytes, mp3FrameAt, type SoundFrame } from './mp3-frame.ts'

/** Limits on frames, and on positions without one. Beyond them the rest of a file is extrapolated. */
const stepsMax = 200_000

const frameAt = (bytes: Buffer, at: number): SoundFrame | null => mp3FrameAt(bytes, at) ?? aacFrameAt(bytes, at)

export interface FrameSum {
  seconds: number
  frames: number
}

/**
 * Adds up the frames of MPEG audio or AAC from `start`, whatever their bitrates, and skips bytes between them. Beyond
 * many hours of frames, the rest is extrapolated from the frames before.
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

/** The same for sound that arrives in chunks. */
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
      // A header that is split between chunks is copied: the chunk's buffer is reused after this call.
      rest = Buffer.from(bytes.subarray(Math.min(at, bytes.length)))
    },
    sum: (): FrameSum => ({ seconds, frames }),
  }
}
