export interface ImageSize {
  width: number
  height: number
}

/** Enough bytes of a JPEG to pass its thumbnails and colour profiles. */
export const imageHeadBytes = 65_535

/**
 * Width and height from the first bytes of a PNG, GIF, WebP or JPEG, without decoding it, because a few bytes can
 * decode to gigabytes of pixels. Null for other formats.
 */
export function readImageSize(head: DataView): ImageSize | null {
  const size = pngSize(head) ?? gifSize(head) ?? webpSize(head) ?? jpegSize(head)
  return size !== null && size.width > 0 && size.height > 0 ? size : null
}

function pngSize(view: DataView): ImageSize | null {
  if (view.byteLength < 24 || view.getUint32(0) !== 0x89504e47) return null
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

function gifSize(view: DataView): ImageSize | null {
  if (view.byteLength < 10 || view.getUint32(0) !== 0x47494638) return null
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

function webpSize(view: DataView): ImageSize | null {
  if (view.byteLength < 30 || view.getUint32(0) !== 0x52494646 || view.getUint32(8) !== 0x57454250) return null
  switch (view.getUint32(12)) {
    case 0x56503820: // "VP8 ", lossy
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 0x5650384c: {
      // "VP8L", lossless: two sizes of 14 bits, less one
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
    }
    case 0x56503858: // "VP8X", extended: two sizes of 24 bits, less one
      return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 }
    default:
      return null
  }
}

const uint24 = (view: DataView, at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)

/** Other files are no photographs: cameras and editors write some twenty. */
const segmentsMax = 64

/** Walks the segments to the first frame header. */
function jpegSize(view: DataView): ImageSize | null {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null
  let at = 2
  for (let read = 0; read < segmentsMax && at + 9 < view.byteLength && view.getUint8(at) === 0xff; read++) {
    const marker = view.getUint8(at + 1)
    if (isFrameHeader(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += 2 + view.getUint16(at + 2)
  }
  return null
}

/** SOF0 … SOF15 without the markers DHT, JPG and DAC between them. */
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
