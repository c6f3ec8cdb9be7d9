import { readsAs } from './reads-as.ts'

const boxesMax = 1_000

/**
 * MP4 (m4a): the duration in the movie header. Null for one written in fragments, which tells 0.
 * https://developer.apple.com/documentation/quicktime-file-format/movie_header_atom
 */
export function mp4Seconds(file: Buffer): number | null {
  const movie = boxIn(file, 'moov')
  const header = movie && boxIn(movie, 'mvhd')
  if (!header || header.length < 20) return null
  const isLong = header[0] === 1
  if (isLong && header.length < 32) return null
  const scale = header.readUInt32BE(isLong ? 20 : 12)
  const duration = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16)
  return scale > 0 ? duration / scale : null
}

/** What the first box of `kind` holds. */
function boxIn(bytes: Buffer, kind: string): Buffer | null {
  let at = 0
  for (let box = 0; box < boxesMax && at + 8 <= bytes.length; box++) {
    const short = bytes.readUInt32BE(at)
    const isLong = short === 1 && at + 16 <= bytes.length
    const head = isLong ? 16 : 8
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short
    // 0 = to the end.
    const end = size === 0 ? bytes.length : Math.min(at + size, bytes.length)
    if (end < at + head) return null
    if (readsAs(bytes, at + 4, kind)) return bytes.subarray(at + head, end)
    at = end
  }
  return null
}
