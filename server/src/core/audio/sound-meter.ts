import { flacStreamOf, lastFlacSample } from './flac-seconds.ts'
import { oggSeconds } from './ogg-seconds.ts'
import { readsAs } from './reads-as.ts'
import { createFrameSummer } from './sum-frames.ts'
import { waveBytesPerSecond } from './wav-seconds.ts'

const headMax = 16_384
const tailMax = 65_536
/** The assumed rate of unknown sound: 128 kbit/s. */
const unknownBytesPerSecond = 16_000
/** The default rate of raw samples: 24 000 a second, of two bytes. */
const bareRate = 24_000

/** Measures sound that arrives in chunks. The memory it keeps is bounded. */
export interface SoundMeter {
  push(bytes: Uint8Array): void
  /** Seconds so far. */
  seconds(): number
}

/** `contentType` distinguishes raw samples from files, which describe themselves. */
export function createSoundMeter(contentType: string): SoundMeter {
  const frames = createFrameSummer()
  let head: Buffer = Buffer.alloc(0)
  let tail: Buffer = Buffer.alloc(0)
  let total = 0

  return {
    push(bytes) {
      const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      total += piece.length
      if (head.length < headMax) head = Buffer.concat([head, piece.subarray(0, headMax - head.length)])
      if (readsAs(head, 0, 'OggS') || readsAs(head, 0, 'fLaC'))
        tail = Buffer.from(Buffer.concat([tail, piece]).subarray(-tailMax))
      else frames.push(piece)
    },
    seconds: () => measured() ?? total / unknownBytesPerSecond,
  }

  function measured(): number | null {
    const bare = bareRateOf(contentType)
    if (bare !== null) return total / (bare * 2)
    const rate = readsAs(head, 8, 'WAVE') ? waveBytesPerSecond(head) : null
    if (rate !== null) return total / rate
    if (readsAs(head, 0, 'OggS')) return oggSeconds(total <= headMax ? head : Buffer.concat([head, tail]))
    const stream = readsAs(head, 0, 'fLaC') ? flacStreamOf(head) : null
    if (stream) return (stream.samples || lastFlacSample(tail, 0, stream)) / stream.rate || null
    const sum = frames.sum()
    return sum.frames > 1 ? sum.seconds : null
  }
}

/** Samples a second of raw sound: `audio/pcm`, `audio/L16;rate=16000`. Null for other types. */
function bareRateOf(contentType: string): number | null {
  if (!/^audio\/(pcm|l16)\b/i.test(contentType)) return null
  const rate = Number(/;\s*rate=(\d{4,6})\b/i.exec(contentType)?.[1] ?? bareRate)
  return rate > 0 ? rate : bareRate
}
