import { makeReason } from '@sluice/contract/error-reasons'
import { type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { GatewayError } from '../../core/errors.ts'
import { defined } from '../../core/json/defined.ts'
import { type ImageWire, nearestRatio } from '../../core/media.ts'
import { addressOf, imagesIn } from '../image-answers.ts'
import { pictureError } from '../picture-tasks.ts'
import { faultOf } from '../video-faults.ts'
import { flaggedText, flagsIn, isEarly, isEndpoint, queueErrorOf, requestPathIn, requestPathOf } from './queue.ts'
import { isVideoEndpoint } from './video-limits.ts'

/** Ratios that most models have. */
const ratios = ['1:1', '16:9', '9:16', '3:2', '2:3', '4:3', '3:4', '21:9']

/** Models that have a ratio in place of a size. From memory. */
const hasRatio = (model: string): boolean => /banana|imagen|gemini|kontext|ultra|photon|grok|ideogram/.test(model)

/** Endpoints that change a picture: the end of their name says so. */
const isEdit = (model: string): boolean =>
  /kontext|(\/|-)(edit|image-to-image|remix|redux|fill|inpaint\w*|reframe|upscale\w*|background\w*)(\/|-|$)/.test(model)

/** Changes one picture, not several. From memory. */
const takesOne = (model: string): boolean =>
  /image-to-image|kontext(?!.*multi)|fill|inpaint|redux|reframe|upscale/.test(model)

/** From memory. */
const accountWords = /exhausted balance|user is locked|top up your balance/i

/**
 * Models of any maker, with the usual names of their inputs.
 * https://fal.ai/docs/documentation/model-apis/inference/queue, read 2026-11-30; fields as on
 * https://fal.ai/models/fal-ai/flux-2-pro/edit/llms.txt
 */
const wire: ImageWire = {
  kind: 'images',
  nMax: 4,
  inputMax: 0,
  ignores: ['quality', 'user'],
  takesAddresses: true,
  keeps: ['seed', 'aspect_ratio', 'output_format', 'negative_prompt', 'guidance_scale'],
  build({ prompt, n, size, images, ownFields }, model) {
    if (isEdit(model) && images.length === 0)
      throw new GatewayError('invalid_image_request', { reason: makeReason('videoSetting', { field: 'image' }) })
    const [first, ...others] = images.map(addressOf)
    return defined<JsonRecord>({
      prompt,
      num_images: n > 1 ? n : undefined,
      image_size: hasRatio(model) ? undefined : sidesOf(size),
      aspect_ratio: hasRatio(model) ? nearestRatio(size, ratios) : undefined,
      image_url: takesOne(model) ? first : undefined,
      image_urls: first !== undefined && !takesOne(model) ? [first, ...others] : undefined,
      ...ownFields,
    })
  },
  tasks: {
    idOf: (answer) => requestPathIn(answer) ?? (textOf(answer.request_id) || null),
    inquire: (id, { model }) => ({ path: `${pathOf(id, model)}/status` }),
    isOver: ({ status }) => status === 'COMPLETED',
    cancel: (id, { model }) => ({ path: `${pathOf(id, model)}/cancel`, method: 'PUT' }),
    result: { pathOf: (id, { model }) => pathOf(id, model), isEarly },
  },
  parse(answer) {
    const flags = flagsIn(answer)
    const made = [...recordsOf(answer.images), recordOf(answer.image)].filter((_, index) => flags[index] !== true)
    return imagesIn(made)
  },
  parseUsage: () => null,
  errorIn(answer) {
    const flags = flagsIn(answer)
    if (flags.length > 0 && !flags.includes(false)) return pictureError({ fault: 'moderation', message: flaggedText })
    const error = queueErrorOf(answer)
    if (error === null) return null
    const type = accountWords.test(error.message) ? 'billing_error' : undefined
    return pictureError({ fault: faultOf(error.code, error.message), message: error.message }, type)
  },
}

/** The id of a task is its path, where the answer names one. */
const pathOf = (id: string, model: string): string => (id.startsWith('/') ? id : requestPathOf(model, id))

const editWire: ImageWire = { ...wire, inputMax: 10 }
const oneWire: ImageWire = { ...wire, inputMax: 1 }

function wireOf(model: string): ImageWire {
  if (!isEdit(model)) return wire
  return takesOne(model) ? oneWire : editWire
}

function sidesOf(size: string): JsonRecord | undefined {
  const [, width, height] = /^(\d{2,5})x(\d{2,5})$/.exec(size) ?? []
  return width === undefined ? undefined : { width: Number(width), height: Number(height) }
}

/** Null = no endpoint, or one of videos. */
export const falPictures = (model: string) =>
  isEndpoint(model) && !isVideoEndpoint(model) && !/video/.test(model)
    ? { wire: wireOf(model), path: `/${model}` }
    : null
