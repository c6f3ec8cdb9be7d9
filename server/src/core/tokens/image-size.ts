import { type ImageSize, imageHeadBytes, readImageSize } from '@sluice/contract/image-size'

const headCharactersMax = (imageHeadBytes / 3) * 4

/** All formats but JPEG have their size within so many characters. */
const startCharacters = 48
/** The first bytes of a JPEG in base64. */
const jpegStart = '/9j/'

/** Width and height from the header of a base64 `data:` address; null for any other address or format. */
export function imageSizeOf(address: string): ImageSize | null {
  const comma = address.indexOf(',')
  if (!address.startsWith('data:') || comma < 0 || !address.slice(0, comma).endsWith(';base64')) return null
  const from = comma + 1
  // Thousands of pictures are read at once.
  const length = address.startsWith(jpegStart, from) ? headCharactersMax : startCharacters
  const head = decodeBase64(address.slice(from, from + length))
  return head && readImageSize(head)
}

function decodeBase64(text: string): DataView | null {
  try {
    return new DataView(Uint8Array.fromBase64(text.slice(0, text.length - (text.length % 4))).buffer)
  } catch {
    return null // not base64: the size of an unreadable image
  }
}
