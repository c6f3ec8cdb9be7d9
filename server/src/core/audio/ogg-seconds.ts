import { opusPacketSeconds } from './opus-packet.ts'
import { readsAs } from './reads-as.ts'

/** More than a day of sound needs: pages of a second, with packets of 20 milliseconds for three hours. */
const pagesMax = 100_000
const segmentsMax = 1_000_000
const headBytes = 27

interface Track {
  /** Samples a second, and inaudible samples at the beginning; null = an unknown codec. */
  clock: { rate: number; skipped: number; isOpus: boolean } | null
  /** The last granule position. */
  position: number
  /** The total duration of its Opus packets. */
  packets: number
}

/**
 * Ogg: for each sound track the last granule position, at the clock of its codec (Opus, Vorbis, Speex), or the total of
 * its packets if that is more. Tracks that follow one another are added up. Null when there is none.
 * https://www.rfc-editor.org/rfc/rfc3533, section 6
 */
export function oggSeconds(file: Buffer): number | null {
  const tracks = new Map<number, Track>()
  let at = 0
  let segments = 0
  for (let count = 0; count < pagesMax && segments < segmentsMax; count++) {
    if (!readsAs(file, at, 'OggS')) at = file.indexOf('OggS', at)
    if (at < 0 || at + headBytes > file.length) break
    segments += file[at + 26] ?? 0
    at = readPage(file, at, tracks)
  }
  if (at >= 0 && at + headBytes < file.length) return null
  const sounds = [...tracks.values()].filter(({ clock }) => clock !== null)
  return sounds.length === 0 ? null : sounds.reduce((sum, track) => sum + secondsOf(track), 0)
}

function secondsOf({ clock, position, packets }: Track): number {
  return clock === null ? 0 : Math.max((position - clock.skipped) / clock.rate, packets)
}

/** Records the page at `at`, and returns the position after it. */
function readPage(file: Buffer, at: number, tracks: Map<number, Track>): number {
  const segments = file[at + 26] ?? 0
  const content = at + headBytes + segments
  const isContinued = ((file[at + 5] ?? 0) & 1) === 1
  const serial = file.readUInt32LE(at + 14)
  const known = tracks.get(serial)
  const track = known ?? { clock: clockOf(file.subarray(content, content + 64)), position: 0, packets: 0 }
  if (!known) tracks.set(serial, track)
  // A page on which no packet ends has position -1.
  const position = Number(file.readBigInt64LE(at + 6))
  if (position > track.position) track.position = position
  let packetAt = content
  let isFresh = !isContinued
  for (let segment = 0; segment < segments; segment++) {
    const length = file[at + headBytes + segment] ?? 0
    if (isFresh && track.clock?.isOpus && !readsAs(file, packetAt, 'Opus'))
      track.packets += opusPacketSeconds(length > 0 ? file[packetAt] : undefined, file[packetAt + 1])
    packetAt += length
    isFresh = length < 255
  }
  return packetAt
}

function clockOf(packet: Buffer): Track['clock'] {
  if (readsAs(packet, 0, 'OpusHead'))
    return packet.length >= 12 ? { rate: 48_000, skipped: packet.readUInt16LE(10), isOpus: true } : null
  const isVorbis = readsAs(packet, 0, '\x01vorbis')
  const rateAt = isVorbis ? 12 : 36
  if ((!isVorbis && !readsAs(packet, 0, 'Speex   ')) || packet.length < rateAt + 4) return null
  const rate = packet.readUInt32LE(rateAt)
  return rate > 0 ? { rate, skipped: 0, isOpus: false } : null
}
