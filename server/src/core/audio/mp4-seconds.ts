import { boxAt, boxesIn, boxesOf } from './mp4-boxes.ts'
import { type Mp4Codec, mp4CodecOf } from './mp4-codec.ts'

const entriesMax = 100_000

interface Track {
  id: number
  codec: Mp4Codec | null
  /** In units of the track's time scale. */
  declared: number
  samples: number
}

/**
 * MP4 (m4a), whole or in fragments: the longest of the duration in its header, those of its sound tracks, and that of
 * its samples by their codec, because playback follows the samples. Null when none of these is known.
 * https://developer.apple.com/documentation/quicktime-file-format/movie_header_atom
 */
export function mp4Seconds(file: Buffer): number | null {
  const boxes = boxesOf(file)
  const [movie] = boxes ? boxesIn(boxes, 'moov') : []
  if (!boxes || !movie) return null
  const head = boxAt(movie, ['mvhd'])
  const inside = boxesOf(movie)
  if (!head || !inside) return null
  const tracks = boxesIn(inside, 'trak')
    .map(trackOf)
    .filter((track) => track !== null)
  const fragments = boxesIn(boxes, 'moof').flatMap((moof) => boxesIn(boxesOf(moof) ?? [], 'traf'))
  for (const fragment of fragments) addFragment(fragment, tracks)
  return Math.max(clockSeconds(head), ...tracks.map(secondsOf))
}

function secondsOf({ declared, samples, codec }: Track): number {
  return Math.max(declared, codec === null ? 0 : (samples * codec.samplesOfPacket) / codec.rate)
}

/** Null for tracks without sound. */
function trackOf(track: Buffer): Track | null {
  const handler = boxAt(track, ['mdia', 'hdlr'])
  if (handler?.toString('latin1', 8, 12) !== 'soun') return null
  const head = boxAt(track, ['tkhd'])
  const clock = boxAt(track, ['mdia', 'mdhd'])
  const table = boxAt(track, ['mdia', 'minf', 'stbl'])
  if (!head || !clock || !table || head.length < 24) return null
  const sizes = boxAt(table, ['stsz'])
  const description = boxAt(table, ['stsd'])
  return {
    id: head.readUInt32BE(head[0] === 1 ? 20 : 12),
    codec: description && mp4CodecOf(description),
    declared: timesOf(boxAt(table, ['stts'])) / (scaleOf(clock) || Number.POSITIVE_INFINITY),
    samples: sizes && sizes.length >= 12 ? sizes.readUInt32BE(8) : 0,
  }
}

/** `mvhd` and `mdhd`: the ticks a second, and the duration in ticks. */
const scaleAt = (head: Buffer): number => (head[0] === 1 ? 20 : 12)

const scaleOf = (head: Buffer): number => (head.length >= scaleAt(head) + 4 ? head.readUInt32BE(scaleAt(head)) : 0)

function clockSeconds(head: Buffer): number {
  const at = scaleAt(head) + 4
  const isLong = head[0] === 1
  const scale = scaleOf(head)
  if (scale === 0 || head.length < at + (isLong ? 8 : 4)) return 0
  return (isLong ? Number(head.readBigUInt64BE(at)) : head.readUInt32BE(at)) / scale
}

/** `stts`: runs of samples with equal durations. */
function timesOf(table: Buffer | null): number {
  if (!table || table.length < 8) return 0
  const count = Math.min(table.readUInt32BE(4), entriesMax, Math.floor((table.length - 8) / 8))
  let sum = 0
  for (let entry = 0; entry < count; entry++)
    sum += table.readUInt32BE(8 + entry * 8) * table.readUInt32BE(12 + entry * 8)
  return sum
}

function addFragment(fragment: Buffer, tracks: readonly Track[]): void {
  const boxes = boxesOf(fragment) ?? []
  const [head] = boxesIn(boxes, 'tfhd')
  const id = head && head.length >= 8 ? head.readUInt32BE(4) : null
  const track = tracks.find((one) => one.id === id)
  if (!track) return
  for (const run of boxesIn(boxes, 'trun')) if (run.length >= 8) track.samples += run.readUInt32BE(4)
}
