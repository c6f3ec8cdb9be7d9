import { type JsonRecord, recordsOf, textOf } from '@sluice/contract/read-json'
import { defined } from '../../core/json/defined.ts'
import { type ImageWire, nearestRatio } from '../../core/media.ts'
import { addressOf, imagesIn } from '../image-answers.ts'
import { pictureError } from '../picture-tasks.ts'
import { faultOf } from '../video-faults.ts'

const ratios = ['16:9', '9:16', '1:1', '3:4', '4:3']

/** https://platform.vidu.com/docs/reference-to-image, as known on 2026-11-28 */
const wire: ImageWire = {
  kind: 'images',
  nMax: 1,
  inputMax: 7,
  ignores: ['quality', 'user'],
  takesAddresses: true,
  keeps: ['seed', 'resolution', 'aspect_ratio'],
  build: ({ prompt, size, images, ownFields }, model) =>
    defined<JsonRecord>({
      model,
      prompt,
      images: images.length > 0 ? images.map(addressOf) : undefined,
      aspect_ratio: nearestRatio(size, ratios),
      ...ownFields,
    }),
  tasks: {
    idOf: ({ task_id: id }) => textOf(id) || null,
    inquire: (id) => ({ path: `/ent/v2/tasks/${encodeURIComponent(id)}/creations` }),
    isOver: ({ state }) => ['success', 'failed'].includes(textOf(state)),
  },
  parse: ({ creations }) => imagesIn(recordsOf(creations)),
  parseUsage: () => null,
  errorIn({ state, err_code: code, reason, message }) {
    const word = textOf(reason) || (textOf(state) === 'failed' ? textOf(code) || 'failed' : '')
    if (word === '') return null
    return pictureError({ fault: faultOf(word, textOf(message)), message: textOf(message) || word }, typeOf(word))
  },
}

function typeOf(word: string): string | undefined {
  if (word === 'CreditInsufficient') return 'billing_error'
  return word === 'QuotaExceeded' ? 'rate_limit_error' : undefined
}

export const viduPictures = () => ({ wire, path: '/ent/v2/reference2image' })
