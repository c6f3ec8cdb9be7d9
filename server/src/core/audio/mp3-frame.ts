/** kbit/s by the number in the header: MPEG 1 layers I, II, III; MPEG 2 layer I, layers II and III. */
const bitrates = {
  first: [
    [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  ],
  second: [
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ],
} as const
const rates = [44_100, 48_000, 32_000]
const aacRates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350]

/** An independently decodable piece of sound. */
export interface SoundFrame {
  /** Bytes of the frame, including its header. */
  length: number
  seconds: number
}

export interface Mp3Frame extends SoundFrame {
  isFirst: boolean
  isMono: boolean
  samples: number
  rate: number
}

/** The header size of both kinds of frame. */
export const headerBytes = 7

/** A frame of MPEG audio, layers I to III; null where none begins. */
export function mp3FrameAt(file: Buffer, at: number): Mp3Frame | null {
  if (at + 4 > file.length) return null
  const head = file.readUInt32BE(at)
  const version = (head >>> 19) & 3
  const layer = 3 - ((head >>> 17) & 3)
  const rate = rates[(head >>> 10) & 3]
  // Layer value 0 is reserved: AAC begins like that.
  if (head >>> 21 !== 0x7ff || version === 1 || layer === 3 || rate === undefined) return null
  const isFirst = version === 3
  const bitsPerSecond = (bitrates[isFirst ? 'first' : 'second'][layer]?.[(head >>> 12) & 15] ?? 0) * 1_000
  if (bitsPerSecond === 0) return null
  const ownRate = rate / (isFirst ? 1 : version === 2 ? 2 : 4)
  const samples = layer === 0 ? 384 : layer === 2 && !isFirst ? 576 : 1_152
  const slot = layer === 0 ? 4 : 1
  const padding = (head >>> 9) & 1
  const length = (Math.floor((samples / 8 / slot) * (bitsPerSecond / ownRate)) + padding) * slot
  const isMono = ((head >>> 6) & 3) === 3
  return { isFirst, isMono, length, samples, rate: ownRate, seconds: samples / ownRate }
}

/** A frame of AAC without a container (ADTS); null where none begins. ISO/IEC 13818-7, 6.2 */
export function aacFrameAt(file: Buffer, at: number): SoundFrame | null {
  if (at + headerBytes > file.length) return null
  const rate = aacRates[((file[at + 2] ?? 0) >> 2) & 15]
  if (file[at] !== 0xff || ((file[at + 1] ?? 0) & 0xf6) !== 0xf0 || rate === undefined) return null
  const length = (file.readUIntBE(at + 3, 3) >> 5) & 0x1fff
  const blocks = ((file[at + 6] ?? 0) & 3) + 1
  return length < headerBytes ? null : { length, seconds: (blocks * 1_024) / rate }
}
