const elementsMax = 1_000
const segmentId = 0x18538067
const infoId = 0x1549a966
const scaleId = 0x2ad7b1
const durationId = 0x4489
/** Nanoseconds of a tick where the file names none. */
const scaleByDefault = 1_000_000

/**
 * WebM and Matroska: the duration of the segment. Null for one that was written while recording, which has none.
 * https://www.rfc-editor.org/rfc/rfc9559, section 5.1.2
 */
export function webmSeconds(file: Buffer): number | null {
  const segment = elementIn(file, segmentId)
  const info = segment && elementIn(segment, infoId)
  const duration = info && elementIn(info, durationId)
  if (!info || !duration) return null
  const scale = elementIn(info, scaleId)
  const nanoseconds =
    scale && scale.length >= 1 && scale.length <= 6 ? scale.readUIntBE(0, scale.length) : scaleByDefault
  return (floatOf(duration) * nanoseconds) / 1e9
}

const floatOf = (bytes: Buffer): number =>
  bytes.length === 8 ? bytes.readDoubleBE(0) : bytes.length === 4 ? bytes.readFloatBE(0) : 0

/** What the first element with `id` holds. */
function elementIn(bytes: Buffer, id: number): Buffer | null {
  let at = 0
  for (let element = 0; element < elementsMax && at < bytes.length; element++) {
    const idLength = Math.clz32((bytes[at] ?? 0) << 24) + 1
    const sizeAt = at + idLength
    const sizeLength = Math.clz32((bytes[sizeAt] ?? 0) << 24) + 1
    const start = sizeAt + sizeLength
    if (idLength > 4 || sizeLength > 8 || start > bytes.length) return null
    const end = Math.min(start + sizeOf(bytes.subarray(sizeAt, start)), bytes.length)
    if (bytes.readUIntBE(at, idLength) === id) return bytes.subarray(start, end)
    at = end
  }
  return null
}

/** A size without its marker bit; all ones = not known, that is to the end. */
function sizeOf(bytes: Buffer): number {
  const mask = 0xff >> bytes.length
  let size = (bytes[0] ?? 0) & mask
  let isUnknown = size === mask
  for (const byte of bytes.subarray(1)) {
    size = size * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return isUnknown ? Number.POSITIVE_INFINITY : size
}
