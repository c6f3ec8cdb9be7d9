import { type JsonRecord, recordOf, textOf } from '@sluice/contract/read-json'
import { defined } from '../../core/json/defined.ts'
import { type ImageInput, type ImageWire, nearestRatio } from '../../core/media.ts'
import { imagesIn } from '../image-answers.ts'
import { pictureError } from '../picture-tasks.ts'
import { faultOfCode, isOfAccount } from './codes.ts'

const path = '/v1/images/generations'
const ratios = ['16:9', '9:16', '1:1', '4:3', '3:4', '3:2', '2:3', '21:9']

const dataOf = (task: JsonRecord): JsonRecord => recordOf(task.data)
const statusOf = (task: JsonRecord): string => textOf(dataOf(task).task_status)

/** A picture as an address, or as base64 without a prefix. */
const plain = (image: ImageInput | undefined): string | undefined =>
  image === undefined ? undefined : 'url' in image ? image.url : image.data

/** https://kling.ai/document-api, as known on 2026-11-28 */
const wire: ImageWire = {
  kind: 'images',
  nMax: 9,
  inputMax: 1,
  ignores: ['quality', 'user'],
  takesAddresses: true,
  keeps: ['negative_prompt', 'image_reference', 'image_fidelity', 'human_fidelity', 'resolution', 'aspect_ratio'],
  build: ({ prompt, n, size, images, ownFields }, model) =>
    defined<JsonRecord>({
      model_name: model,
      prompt,
      n,
      aspect_ratio: nearestRatio(size, ratios),
      image: plain(images[0]),
      ...ownFields,
    }),
  tasks: {
    idOf: (answer) => (answer.code === 0 ? textOf(dataOf(answer).task_id) || null : null),
    inquire: (id) => ({ path: `${path}/${encodeURIComponent(id)}` }),
    isOver: (answer) => answer.code === 0 && ['succeed', 'succeeded', 'failed'].includes(statusOf(answer)),
  },
  parse: (answer) => imagesIn(recordOf(dataOf(answer).task_result).images),
  parseUsage: () => null,
  errorIn(answer) {
    const { code, message } = answer
    if (statusOf(answer) === 'failed')
      return pictureError({ fault: 'other', message: textOf(dataOf(answer).task_status_msg) || 'failed' })
    if (typeof code !== 'number' || code === 0) return null
    const fault = faultOfCode(code)
    return pictureError({ fault, message: textOf(message) }, isOfAccount(code) ? accountFault(code) : undefined)
  },
}

function accountFault(code: number): string {
  if (code <= 1_004) return 'authentication_error'
  return code === 1_302 || code === 1_303 ? 'rate_limit_error' : 'permission_error'
}

export const klingPictures = () => ({ wire, path })
