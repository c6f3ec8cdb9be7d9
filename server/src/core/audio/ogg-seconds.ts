import { readsAs } from './reads-as.ts'

/** A page is at most 65 307 bytes long: the last one begins within these. */
const tailBytes = 131_072
const pagesMax = 16

/**
 * Ogg: the position told by the last page that tells one, by the clock of its codec (Opus, Vorbis, Speex).
 * https://www.rfc-editor.org/rfc/rfc3533, section 6
 */
export function oggSeconds(file: Buffer): number | null {
  const clock = clockOf(file)
  if (!clock) return null
  const tail = file.subarray(-tailBytes)
  let at = tail.lastIndexOf('OggS')
  for (let page = 0; page < pagesMax && at >= 0; page++) {
    // A page on which no packet ends tells -1.
    const position = at + 14 <= tail.length ? tail.readBigInt64LE(at + 6) : -1n
    if (position >= 0n) return (Number(position) - clock.skipped) / clock.rate
    at = at === 0 ? -1 : tail.lastIndexOf('OggS', at - 1)
  }
  return null
}

/** Samples a second, and those at the beginning that are not heard. */
function clockOf(file: Buffer): { rate: number; skipped: number } | null {
  const packet = file.subarray(27 + (file[26] ?? 0))
  if (readsAs(packet, 0, 'OpusHead'))
    return packet.length >= 12 ? { rate: 48_000, skipped: packet.readUInt16LE(10) } : null
  const isVorbis = readsAs(packet, 0, '\x01vorbis')
  const rateAt = isVorbis ? 12 : 36
  if ((!isVorbis && !readsAs(packet, 0, 'Speex   ')) || packet.length < rateAt + 4) return null
  const rate = packet.readUInt32LE(rateAt)
  return rate > 0 ? { rate, skipped: 0 } : null
}
