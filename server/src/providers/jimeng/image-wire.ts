import { type JsonRecord, listOf, recordOf, textOf } from '@sluice/contract/read-json'
import type { ImageInput, ImageWire, MadeImage } from '../../core/media.ts'
import { pictureError } from '../picture-tasks.ts'
import { acceptedCode, faultOfCode, isBusyCode, pathOfAction } from './codes.ts'

/** The models that make pictures from texts alone. */
const made: ImageWire = {
  kind: 'images',
  nMax: 1,
  inputMax: 0,
  ignores: ['quality', 'user'],
  takesAddresses: true,
  keeps: ['seed', 'scale', 'use_pre_llm', 'force_single'],
  build: ({ prompt, size, images, ownFields }, model) => ({
    req_key: model,
    prompt,
    ...inputsOf(images),
    ...sidesOf(size),
    ...ownFields,
  }),
  tasks: {
    idOf: (answer) => (answer.code === acceptedCode ? textOf(recordOf(answer.data).task_id) || null : null),
    inquire: (id, { model }) => ({
      path: pathOfAction('CVSync2AsyncGetResult'),
      body: { req_key: model, task_id: id, req_json: JSON.stringify({ return_url: true }) },
    }),
    // `not_found` is also said of a task that is a few seconds old. A refused result may have no word.
    isOver: (answer) => ['done', 'expired'].includes(wordOf(answer)) || faultOfCode(answer.code) === 'moderation',
  },
  parse(answer) {
    const { image_urls: urls, binary_data_base64: bytes } = recordOf(answer.data)
    const [found, data] = [listOf(urls).map(textOf).filter(Boolean), listOf(bytes).map(textOf).filter(Boolean)]
    return found.length > 0
      ? found.map((url): MadeImage => ({ kind: 'url', url }))
      : data.map((one): MadeImage => ({ kind: 'bytes', data: one }))
  },
  parseUsage: () => null,
  errorIn(answer) {
    const { code, message } = answer
    if (code === acceptedCode) {
      const word = wordOf(answer)
      return word === 'expired' ? pictureError({ fault: 'other', message: word }) : null
    }
    if (typeof code !== 'number') return null
    const fault = faultOfCode(code)
    return pictureError({ fault, message: textOf(message) }, isBusyCode(code) ? 'rate_limit_error' : undefined)
  },
}

const edited: ImageWire = { ...made, inputMax: 10 }
const changed: ImageWire = { ...made, inputMax: 1 }

const wordOf = (answer: JsonRecord): string => textOf(recordOf(answer.data).status)

/** Addresses, or bytes: not both. */
function inputsOf(images: readonly ImageInput[]): JsonRecord {
  const urls = images.flatMap((image) => ('url' in image ? [image.url] : []))
  const bytes = images.flatMap((image) => ('url' in image ? [] : [image.data]))
  return { ...(urls.length > 0 && { image_urls: urls }), ...(bytes.length > 0 && { binary_data_base64: bytes }) }
}

function sidesOf(size: string): JsonRecord {
  const [, width, height] = /^(\d{2,5})x(\d{2,5})$/.exec(size) ?? []
  return width === undefined ? {} : { width: Number(width), height: Number(height) }
}

/** https://www.volcengine.com/docs/85621/1817045, as known on 2026-11-28. Null = a model of videos. */
export function jimengPictures(model: string): { wire: ImageWire; path: string } | null {
  const wire = /_t2i_v([4-9]|\d\d)/.test(model)
    ? edited
    : /_i2i_/.test(model)
      ? changed
      : /_t2i_|high_aes_general/.test(model)
        ? made
        : null
  return wire && { wire, path: pathOfAction('CVSync2AsyncSubmitTask') }
}
