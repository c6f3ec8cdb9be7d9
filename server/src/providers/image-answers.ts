import { recordsOf, textOf } from '@sluice/contract/read-json'
import type { MadeImage, MediaBytes } from '../core/media.ts'

/** The images in a list of objects with an address, or with bytes as `b64_json`. */
export const imagesIn = (list: unknown): MadeImage[] =>
  recordsOf(list).flatMap((entry): MadeImage[] => {
    const [data, url] = [textOf(entry.b64_json), textOf(entry.url)]
    if (data !== '') return [{ kind: 'bytes', data }]
    return url === '' ? [] : [{ kind: 'url', url }]
  })

export const dataUrlOf = ({ mediaType, data }: MediaBytes): string => `data:${mediaType};base64,${data}`
