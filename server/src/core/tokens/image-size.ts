import { type ImageSize, imageHeadBytes, readImageSize } from '@sluice/contract/image-size'

const headCharactersMax = (imageHeadBytes / 3) * 4

/** Width and height from the header of a base64 `data:` address; null for any other address or format. */
export function imageSizeOf(address: string): ImageSize | null {
  const comma = address.indexOf(',')
  if (!address.startsWith('data:') || comma < 0 || !address.slice(0, comma).endsWith(';base64')) return null
  const head = decodeBase64(address.slice(comma + 1, comma + 1 + headCharactersMax))
  return head && readImageSize(head)
}

function decodeBase64(text: string): DataView | null {
  try {
    const whole = text.slice(0, text.length - (text.length % 4))
    const bytes = Uint8Array.from(atob(whole), (character) => character.charCodeAt(0))
    return new DataView(bytes.buffer)
  } catch {
    return null // not base64: the size of an unreadable image
  }
}
