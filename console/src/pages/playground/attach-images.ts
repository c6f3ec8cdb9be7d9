import { imageHeadBytes, readImageSize } from '@sluice/contract/image-size'

/** Maximum number of pictures in a message. */
export const imagesMax = 4
const fileBytesMax = 20 * 1_048_576
/** 256 MB when decoded, at four bytes each. Pictures of usual cameras are smaller. */
const pixelsMax = 64 * 1_048_576
/** Models use no more than this of a picture's longer side. */
const edgeMax = 1_568

/** Width and height within the longest edge; a picture is never enlarged. */
export function fitWithin({ width, height }: { width: number; height: number }, max = edgeMax) {
  const scale = Math.min(1, max / Math.max(width, height, 1))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/** Whether the header of a file permits decoding: a small file can decode to gigabytes of pixels. */
export async function mayDecode(file: Blob): Promise<boolean> {
  const size = readImageSize(new DataView(await file.slice(0, imageHeadBytes).arrayBuffer()))
  return size !== null && size.width * size.height <= pixelsMax
}

/** The picture as a data URL, scaled down if it is large. Null for other files, or a picture that is far too large. */
export async function readImage(file: File): Promise<string | null> {
  if (!file.type.startsWith('image/') || file.size > fileBytesMax) return null
  if (!(await mayDecode(file))) return null
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return null
  const { width, height } = fitWithin(bitmap)
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const drawing = canvas.getContext('2d')
  if (!drawing) return null
  // JPEG has no transparency: transparent pixels would turn black.
  drawing.fillStyle = '#fff'
  drawing.fillRect(0, 0, width, height)
  drawing.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  return canvas.toDataURL('image/jpeg', 0.85)
}
