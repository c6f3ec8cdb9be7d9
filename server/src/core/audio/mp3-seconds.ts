import { readsAs } from './reads-as.ts'

/** How far the first frame is looked for. */
const searchBytes = 65_536

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

interface Frame {
  isFirst: boolean
  isMono: boolean
  /** Bytes of the frame, and samples in it. */
  length: number
  samples: number
  rate: number
  bitsPerSecond: number
}

/**
 * MPEG audio: the number of frames that the first one tells (Xing, VBRI), else the size at the bitrate of the first.
 * Null where two frames behind each other are not found: anything begins like that.
 */
export function mp3Seconds(file: Buffer): number | null {
  const start = endOfTag(file)
  const end = Math.min(file.length, start + searchBytes)
  for (let at = file.indexOf(0xff, start); at >= 0 && at < end; at = file.indexOf(0xff, at + 1)) {
    const frame = frameAt(file, at)
    if (!frame || !frameAt(file, at + frame.length)) continue
    const frames = framesTold(file.subarray(at, at + frame.length), frame)
    if (frames !== null) return (frames * frame.samples) / frame.rate
    const hasTail = file.length - at >= 128 && readsAs(file, file.length - 128, 'TAG')
    return ((file.length - at - (hasTail ? 128 : 0)) * 8) / frame.bitsPerSecond
  }
  return null
}

/** ID3 version 2, at the beginning. */
function endOfTag(file: Buffer): number {
  if (file.length < 10 || !readsAs(file, 0, 'ID3')) return 0
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((file[at] ?? 0) & 0x7f), 0)
  return 10 + size
}

function frameAt(file: Buffer, at: number): Frame | null {
  if (at + 4 > file.length) return null
  const head = file.readUInt32BE(at)
  const version = (head >>> 19) & 3
  const layer = 3 - ((head >>> 17) & 3)
  const rate = rates[(head >>> 10) & 3]
  // Layer 3 here is no layer: AAC begins like that.
  if (head >>> 21 !== 0x7ff || version === 1 || layer === 3 || rate === undefined) return null
  const isFirst = version === 3
  const bitsPerSecond = (bitrates[isFirst ? 'first' : 'second'][layer]?.[(head >>> 12) & 15] ?? 0) * 1_000
  if (bitsPerSecond === 0) return null
  const ownRate = rate / (isFirst ? 1 : version === 2 ? 2 : 4)
  const samples = layer === 0 ? 384 : layer === 2 && !isFirst ? 576 : 1_152
  const slot = layer === 0 ? 4 : 1
  const padding = (head >>> 9) & 1
  const length = (Math.floor((samples / 8 / slot) * (bitsPerSecond / ownRate)) + padding) * slot
  return { isFirst, isMono: ((head >>> 6) & 3) === 3, length, samples, rate: ownRate, bitsPerSecond }
}

function framesTold(frame: Buffer, { isFirst, isMono }: Frame): number | null {
  const side = isFirst ? (isMono ? 17 : 32) : isMono ? 9 : 17
  const xing = 4 + side
  if (['Xing', 'Info'].some((mark) => readsAs(frame, xing, mark)) && frame.length >= xing + 12)
    return ((frame[xing + 7] ?? 0) & 1) === 1 ? frame.readUInt32BE(xing + 8) : null
  return readsAs(frame, 36, 'VBRI') && frame.length >= 54 ? frame.readUInt32BE(50) : null
}
