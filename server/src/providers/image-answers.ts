import { recordsOf, textOf } from '@sluice/contract/read-json'
import type { ImageInput, MadeImage } from '../core/media.ts'

/** The images in a list of objects with an address, or with bytes as `b64_json`. */
export const imagesIn = (list: unknown): MadeImage[] =>
  recordsOf(list).flatMap((entry): MadeImage[] => {
    const [data, url] = [textOf(entry.b64_json), textOf(entry.url)]
    if (data !== '') return [{ kind: 'bytes', data }]
    return url === '' ? [] : [{ kind: 'url', url }]
  })

/** The address of an image or a recording of a call: a data URL for bytes. */
export const addressOf = (media: ImageInput): string =>
  'url' in media ? media.url : `data:${media.mediaType};base64,${media.data}`
