import { opusPacketSeconds } from './opus-packet.ts'

const elementsMax = 300_000
const ids = {
  segment: 0x18538067,
  info: 0x1549a966,
  scale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackNumber: 0xd7,
  codec: 0x86,
  cluster: 0x1f43b675,
  clusterTime: 0xe7,
  group: 0xa0,
  simpleBlock: 0xa3,
  block: 0xa1,
} as const
/** Elements that are read; the others are skipped. */
const entered: ReadonlySet<number> = new Set([ids.segment, ids.info, ids.tracks, ids.cluster, ids.group])
/** Default tick, in nanoseconds. */
const scaleByDefault = 1_000_000

interface Found {
  ticks: number
  scale: number
  clusterTime: number
  /** The time of the last block, in ticks. */
  last: number
  /** Total duration of the Opus packets, by track. */
  opus: Map<number, number>
}

/**
 * WebM and Matroska: the longest of the duration in the header, the time of the last block, and the total of the Opus
 * packets. Null when none is known, or the file has more parts than a day of audio.
 * https://www.rfc-editor.org/rfc/rfc9559, section 5.1
 */
export function webmSeconds(file: Buffer): number | null {
  const found: Found = { ticks: 0, scale: scaleByDefault, clusterTime: 0, last: 0, opus: new Map() }
  let at = 0
  for (let count = 0; at < file.length; count++) {
    const element = elementAt(file, at)
    // Players skip unreadable bytes and find the next part: it must be counted too.
    if (!element || count === elementsMax) return null
    if (!entered.has(element.id)) note(found, file, element)
    at = entered.has(element.id) ? element.start : element.end
  }
  const declared = (Math.max(found.ticks, found.last) * found.scale) / 1e9
  return Math.max(declared, ...found.opus.values())
}

interface Element {
  id: number
  start: number
  end: number
}

function note(found: Found, file: Buffer, element: Element): void {
  const { id } = element
  if (id === ids.simpleBlock || id === ids.block) noteBlock(found, file, element)
  else if (id === ids.duration) found.ticks = floatOf(file.subarray(element.start, element.end))
  else if (id === ids.scale) found.scale = wholeOf(file, element) || scaleByDefault
  else if (id === ids.clusterTime) found.clusterTime = wholeOf(file, element)
  else if (id === ids.track) noteTrack(found, file, element)
}

function noteTrack(found: Found, file: Buffer, track: Element): void {
  let number = 0
  let codec = ''
  for (let at = track.start; at < track.end; ) {
    const element = elementAt(file, at)
    if (!element) break
    if (element.id === ids.trackNumber) number = wholeOf(file, element)
    if (element.id === ids.codec) codec = file.toString('latin1', element.start, element.end)
    at = element.end
  }
  if (codec === 'A_OPUS') found.opus.set(number, 0)
}

/** Track number, time relative to the cluster, a byte of flags, and the content. */
function noteBlock(found: Found, file: Buffer, { start, end }: Element): void {
  const length = lengthOf(file[start])
  const packet = start + length + 3
  if (length > 8 || packet > end) return
  found.last = Math.max(found.last, found.clusterTime + file.readInt16BE(start + length))
  const track = sizeOf(file, start, length)
  const known = found.opus.get(track)
  if (known === undefined || packet === end) return
  found.opus.set(track, known + opusPacketSeconds(file[packet], file[packet + 1]))
}

function floatOf(bytes: Buffer): number {
  const value = bytes.length === 8 ? bytes.readDoubleBE(0) : bytes.length === 4 ? bytes.readFloatBE(0) : 0
  return value > 0 ? value : 0
}

function wholeOf(file: Buffer, { start, end }: Element): number {
  return end > start && end - start <= 6 ? file.readUIntBE(start, end - start) : 0
}

const lengthOf = (first: number | undefined): number => Math.clz32((first ?? 0) << 24) + 1

function elementAt(file: Buffer, at: number): Element | null {
  const sizeAt = at + lengthOf(file[at])
  const sizeLength = lengthOf(file[sizeAt])
  const start = sizeAt + sizeLength
  if (sizeAt - at > 4 || sizeLength > 8 || start > file.length) return null
  const end = Math.min(start + sizeOf(file, sizeAt, sizeLength), file.length)
  return { id: file.readUIntBE(at, sizeAt - at), start, end }
}

/** A size without its marker bit; all ones = unknown, which means to the end. */
function sizeOf(file: Buffer, at: number, length: number): number {
  const mask = 0xff >> length
  let size = (file[at] ?? 0) & mask
  let isUnknown = size === mask
  for (let index = 1; index < length; index++) {
    const byte = file[at + index] ?? 0
    size = size * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return isUnknown ? Number.POSITIVE_INFINITY : size
}
