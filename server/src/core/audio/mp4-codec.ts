import { tableOf } from '@sluice/contract/table-of'
import { boxAt } from './mp4-boxes.ts'
import { readsAs } from './reads-as.ts'

/** The encoding of the sound in a track. */
export interface Mp4Codec {
  /** Samples a second, and samples in a packet of the track. */
  rate: number
  samplesOfPacket: number
}

const samplesOfPackets = tableOf<number>({
  mp4a: 1_024,
  '.mp3': 1_152,
  alac: 4_096,
  'ac-3': 1_536,
  'ec-3': 1_536,
  samr: 160,
  sawb: 320,
  Opus: 960,
})
/** Codecs with a fixed rate, whatever the file declares. */
const fixedRates = tableOf<number>({ samr: 8_000, sawb: 16_000, Opus: 48_000 })
/** Bytes of an entry before its boxes. */
const entryBytes = 28

/** The first codec in `stsd`; null for a codec with packets of different lengths. */
export function mp4CodecOf(description: Buffer): Mp4Codec | null {
  if (description.length < 16 + entryBytes) return null
  const kind = description.toString('latin1', 12, 16)
  const samplesOfPacket = samplesOfPackets[kind]
  if (samplesOfPacket === undefined) return null
  const entry = description.subarray(16)
  const rate = fixedRates[kind] ?? (aacRateOf(entry) || entry.readUInt16BE(24))
  return rate > 0 ? { rate, samplesOfPacket } : null
}

const aacRates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350]

/**
 * The rate that AAC decoders use: descriptor 5, in 4, in 3. 0 when it is absent.
 * ISO/IEC 14496-1, 7.2.6.5, and 14496-3, 1.6.2.1
 */
function aacRateOf(entry: Buffer): number {
  const stream = boxAt(entry.subarray(entryBytes), ['esds'])
  if (!stream) return 0
  const elementary = descriptor(stream.subarray(4), 3)
  const decoder = elementary && descriptor(elementary.subarray(3), 4)
  const config = decoder && descriptor(decoder.subarray(13), 5)
  if (!config || config.length < 2) return 0
  return aacRates[(config.readUInt16BE(0) >> 7) & 15] ?? 0
}

/** The content of the first descriptor; null when it has another tag. */
function descriptor(bytes: Buffer, tag: number): Buffer | null {
  if (!readsAs(bytes, 0, String.fromCharCode(tag))) return null
  let size = 0
  let at = 1
  do size = size * 128 + ((bytes[at] ?? 0) & 0x7f)
  while ((bytes[at++] ?? 0) >= 0x80 && at < 5)
  return bytes.subarray(at, at + size)
}
