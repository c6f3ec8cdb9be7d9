import { readsAs } from './reads-as.ts'

const chunksMax = 100

/**
 * RIFF WAVE: the bytes of its data chunks divided by the byte rate of its format. Null when either is missing, and for
 * codecs without a constant byte rate.
 */
export function wavSeconds(file: Buffer): number | null {
  let bytesPerSecond: number | null = null
  let sound = 0
  let at = 12
  for (let chunk = 0; at + 8 <= file.length; chunk++) {
    const rest = file.length - at - 8
    // A live recorder does not know the size yet, and writes 0 or the maximum.
    if (chunk === chunksMax) {
      sound += rest
      break
    }
    const size = file.readUInt32LE(at + 4)
    if (readsAs(file, at, 'fmt ') && at + 24 <= file.length) bytesPerSecond = bytesPerSecondOf(file, at + 8)
    if (readsAs(file, at, 'data')) sound += size === 0 ? rest : Math.min(size, rest)
    if (readsAs(file, at, 'data') && size === 0) break
    at += 8 + size + (size % 2)
  }
  return bytesPerSecond === null || sound === 0 ? null : sound / bytesPerSecond
}

/** Bytes of audio a second, by the header of a file; null when unknown. */
export function waveBytesPerSecond(head: Buffer): number | null {
  const at = head.indexOf('fmt ', 12)
  return at < 0 || at + 24 > head.length ? null : bytesPerSecondOf(head, at + 8)
}

/** By channels, rate and bits, as players do: the declared byte rate may be wrong. */
function bytesPerSecondOf(file: Buffer, format: number): number | null {
  const codec = file.readUInt16LE(format)
  const channels = file.readUInt16LE(format + 2)
  const rate = file.readUInt32LE(format + 4)
  const block = file.readUInt16LE(format + 12)
  const bits = file.readUInt16LE(format + 14)
  const bytes = bytesOf({ codec, channels, rate, block, bits })
  return bytes > 0 && Number.isFinite(bytes) ? bytes : null
}

interface WaveFormat {
  codec: number
  channels: number
  rate: number
  /** Bytes of a block, for codecs with blocks. */
  block: number
  bits: number
}

function bytesOf({ codec, channels, rate, block, bits }: WaveFormat): number {
  switch (codec) {
    // Uncompressed samples, and 8-bit telephone codecs (A-law, µ-law).
    case 1:
    case 3:
    case 6:
    case 7:
    case 0xfffe:
      return rate * channels * Math.ceil(bits / 8)
    // ADPCM of Microsoft and of IMA: four bits a sample, after the header of each block.
    case 2:
      return (rate * block) / (((block - 7 * channels) * 2) / channels + 2)
    case 0x11:
      return (rate * block) / (((block - 4 * channels) * 2) / channels + 1)
    // GSM 6.10
    case 0x31:
      return (rate * 65) / 320
    default:
      return 0
  }
}
