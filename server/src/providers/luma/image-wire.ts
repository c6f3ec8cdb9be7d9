import { makeReason } from '@sluice/contract/error-reasons'
import { type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { GatewayError } from '../../core/errors.ts'
import { defined } from '../../core/json/defined.ts'
import { type ImageInput, type ImageWire, nearestRatio } from '../../core/media.ts'
import { imagesIn } from '../image-answers.ts'
import { pictureError } from '../picture-tasks.ts'
import { faultOf } from '../video-faults.ts'
import { detailOf, generationPath, generationsPath, isRunningWord, rootOf } from './apis.ts'

const agentsRatios = ['1:1', '16:9', '9:16', '3:2', '2:3', '2:1', '1:2', '3:1', '1:3']
const dreamRatios = ['1:1', '16:9', '9:16', '4:3', '3:4', '21:9', '9:21']

const common: Omit<ImageWire, 'inputMax' | 'build'> = {
  kind: 'images',
  nMax: 1,
  ignores: ['quality', 'user'],
  takesAddresses: true,
  tasks: {
    idOf: (answer) => (isRunningWord(textOf(answer.state)) ? textOf(answer.id) || null : null),
    inquire: (id, { model, root }) => ({ path: rootOf(model, root) + generationPath(model, id) }),
    isOver: ({ state }) => ['completed', 'failed'].includes(textOf(state)),
  },
  parse: ({ assets, output }) => imagesIn([{ url: recordOf(assets).image }, ...recordsOf(output)]),
  parseUsage: () => null,
  errorIn(answer) {
    const { state, failure_code: code, failure_reason: reason } = answer
    const message = state === 'failed' ? textOf(reason) || textOf(code) || 'failed' : detailOf(answer)
    return message === '' ? null : pictureError({ fault: faultOf(textOf(code), message), message })
  },
}

/** https://docs.agents.lumalabs.ai/api, read 2026-11-30. The first picture is changed, the others are references. */
const agents: ImageWire = {
  ...common,
  inputMax: 9,
  keeps: ['aspect_ratio', 'output_format', 'style'],
  build({ prompt, size, images, ownFields }, model) {
    const [source, ...others] = images.map(referenceOf)
    return defined<JsonRecord>({
      model,
      type: source ? 'image_edit' : 'image',
      prompt,
      aspect_ratio: nearestRatio(size, agentsRatios),
      source,
      image_ref: others.length > 0 ? others : undefined,
      ...ownFields,
    })
  },
}

const referenceOf = (image: ImageInput): JsonRecord =>
  'url' in image ? { url: image.url } : { data: image.data, media_type: image.mediaType }

/** github.com/lumalabs/lumaai-api, version of 2025: a picture is an address. */
const dreamMachine: ImageWire = {
  ...common,
  inputMax: 1,
  keeps: ['aspect_ratio', 'format'],
  build({ prompt, size, images: [image], ownFields }, model) {
    if (image && !('url' in image)) {
      const reason = makeReason('videoSetting', { field: 'image_url (https://…)' })
      throw new GatewayError('invalid_image_request', { reason })
    }
    return defined<JsonRecord>({
      generation_type: 'image',
      model,
      prompt,
      aspect_ratio: nearestRatio(size, dreamRatios),
      modify_image_ref: image && { url: image.url },
      ...ownFields,
    })
  },
}

/** Null = a model of videos. */
export function lumaPictures(model: string): { wire: ImageWire; path: string } | null {
  if (/^uni-/.test(model)) return { wire: agents, path: generationsPath(model) }
  return /^photon-/.test(model) ? { wire: dreamMachine, path: `${generationsPath(model)}/image` } : null
}
