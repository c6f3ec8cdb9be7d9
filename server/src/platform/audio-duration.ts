import { parseBuffer } from 'music-metadata'

/** Kinds of recordings by how their bytes begin; the others are not read. */
const kinds: readonly (readonly [mimeType: string, at: number, signature: readonly number[]])[] = [
  ['audio/wav', 8, [0x57, 0x41, 0x56, 0x45]],
  ['audio/ogg', 0, [0x4f, 0x67, 0x67, 0x53]],
  ['audio/flac', 0, [0x66, 0x4c, 0x61, 0x43]],
  ['audio/mp4', 4, [0x66, 0x74, 0x79, 0x70]],
  ['audio/webm', 0, [0x1a, 0x45, 0xdf, 0xa3]],
  ['audio/mpeg', 0, [0x49, 0x44, 0x33]],
]

/** Longest recording that is believed, in seconds: eleven days. */
const secondsMax = 1_000_000

/**
 * Seconds of a recording by what its file says of itself (wav, mp3, ogg, flac, mp4, webm): headers are read, sound is
 * not. Null when it does not say. Never rejects.
 */
export async function audioSeconds(bytes: Uint8Array): Promise<number | null> {
  const mimeType = kindOf(bytes)
  if (mimeType === null) return null
  try {
    const file = { mimeType, size: bytes.length }
    const { format } = await parseBuffer(bytes, file, { duration: false, skipCovers: true })
    const tracks = format.trackInfo.map(({ duration = 0 }) => duration)
    const duration = format.duration ?? Math.max(0, ...tracks)
    return duration > 0 && duration <= secondsMax ? duration : null
  } catch {
    // Whatever a caller sends: it is then guessed by its size.
    return null
  }
}

function kindOf(bytes: Uint8Array): string | null {
  const found = kinds.find(([, at, signature]) =>
    signature.every((byte, index) => bytes[at + index] === byte),
  )
  if (found) return found[0]
  // A frame of MPEG audio begins with eleven bits set.
  return bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0 ? 'audio/mpeg' : null
}
