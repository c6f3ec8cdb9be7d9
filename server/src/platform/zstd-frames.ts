const frameMagic = 0xfd2fb528
/** Frames of other data, which decoders skip. */
const isSkippable = (magic: number): boolean => (magic & 0xfffffff0) >>> 0 === 0x184d2a50

/**
 * Whether the bytes are frames of Zstandard, one after the other and each up to its end (RFC 8878). Reads headers only.
 */
export function areWholeZstdFrames(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  try {
    while (at < bytes.length) at = endOfFrame(view, at)
  } catch (cause) {
    if (cause instanceof RangeError) return false
    throw cause
  }
  return at === bytes.length
}

/** Throws RangeError where the bytes end too early or are no frame. */
function endOfFrame(view: DataView, start: number): number {
  const magic = view.getUint32(start, true)
  if (isSkippable(magic)) return start + 8 + view.getUint32(start + 4, true)
  if (magic !== frameMagic) throw new RangeError('no frame')
  const descriptor = view.getUint8(start + 4)
  const isSingleSegment = (descriptor & 0x20) !== 0
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0
  const sizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0
  let at = start + 5 + (isSingleSegment ? 0 : 1) + dictionaryBytes + sizeBytes
  for (;;) {
    const header = view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
    const isRunLength = ((header >> 1) & 3) === 1
    at += 3 + (isRunLength ? 1 : header >> 3)
    if ((header & 1) === 1) break
  }
  return at + ((descriptor & 4) === 0 ? 0 : 4)
}
