import { makeReason } from '@sluice/contract/error-reasons'
import { type JsonRecord, textOf } from '@sluice/contract/read-json'
import { GatewayError } from '../../core/errors.ts'
import { defined } from '../../core/json/defined.ts'
import { type ImageInput, type ImageWire, type MadeImage, nearestRatio } from '../../core/media.ts'
import { pictureError } from '../picture-tasks.ts'
import { faultOf } from '../video-faults.ts'
import { addressOfTask, detailOf, isOver, isReady, sampleOf, taskErrorOf } from './tasks.ts'

const ratios = ['1:1', '16:9', '9:16', '3:2', '2:3', '4:3', '3:4', '21:9', '9:21']

/** The sides of a picture: multiples of `step` between `min` and `max`, together at most `pixelsMax`. */
interface Sides {
  step: number
  min: number
  max: number
  pixelsMax: number
}

/** Of FLUX.2; the step and the greatest area are from memory. */
const newSides: Sides = { step: 16, min: 64, max: 4_096, pixelsMax: 4_194_304 }
const olderSides: Sides = { step: 32, min: 256, max: 1_440, pixelsMax: 1_440 * 1_440 }

interface Family {
  name: RegExp
  /** Null = the model has ratios in place of sizes. */
  sides: Sides | null
  inputMax: number
}

/**
 * https://docs.bfl.ai/api-reference/models, read 2026-11-30; how many pictures FLUX.2 klein takes is from memory.
 * Models that need a mask or a sketch are not served.
 */
const families: readonly Family[] = [
  { name: /^flux-2-klein/, sides: newSides, inputMax: 4 },
  { name: /^flux-2-/, sides: newSides, inputMax: 8 },
  { name: /^flux-kontext-/, sides: null, inputMax: 1 },
  { name: /^flux-pro-1\.1-ultra$/, sides: null, inputMax: 0 },
  { name: /^flux-(pro-1\.1|pro|dev)$/, sides: olderSides, inputMax: 0 },
]

const wireOf = ({ sides, inputMax }: Family): ImageWire => ({
  kind: 'images',
  nMax: 1,
  inputMax,
  ignores: ['quality', 'user'],
  takesAddresses: true,
  keeps: ['seed', 'output_format', 'prompt_upsampling', 'safety_tolerance', 'guidance', 'raw'],
  build: ({ prompt, size, images, ownFields }) => ({
    ...defined<JsonRecord>({ prompt, aspect_ratio: sides === null ? nearestRatio(size, ratios) : undefined }),
    ...(sides !== null && sidesOf(size, sides)),
    ...Object.fromEntries(
      images.map((image, index) => [index === 0 ? 'input_image' : `input_image_${index + 1}`, plainOf(image)]),
    ),
    ...ownFields,
  }),
  tasks: {
    idOf: (answer) => textOf(answer.polling_url) || textOf(answer.id) || null,
    inquire: (id, { root }) => ({ path: addressOfTask(root, placeOf(id)) }),
    isOver,
  },
  parse: (answer): MadeImage[] => {
    const url = isReady(answer) ? sampleOf(answer) : ''
    return url === '' ? [] : [{ kind: 'url', url }]
  },
  parseUsage: () => null,
  errorIn(answer) {
    const failed = taskErrorOf(answer)
    if (failed !== null) return pictureError(failed)
    const message = detailOf(answer)
    return message === '' ? null : pictureError({ fault: faultOf('', message), message })
  },
})

const wires = families.map((family) => ({ ...family, wire: wireOf(family) }))

/** The id of a task is the address that its acceptance names, which has the id too. */
function placeOf(id: string): { id: string; pollingUrl: string } {
  if (!URL.canParse(id)) return { id, pollingUrl: '' }
  return { id: new URL(id).searchParams.get('id') ?? '', pollingUrl: id }
}

/** An address, or base64 without a prefix. */
const plainOf = (image: ImageInput): string => ('url' in image ? image.url : image.data)

/** Throws GatewayError for a size that the model does not have. */
function sidesOf(size: string, { step, min, max, pixelsMax }: Sides): JsonRecord {
  if (size === '') return {}
  const [, first, second] = /^(\d{2,5})x(\d{2,5})$/.exec(size) ?? []
  const [width, height] = [Number(first), Number(second)]
  const isSide = (side: number) => side % step === 0 && side >= min && side <= max
  if (isSide(width) && isSide(height) && width * height <= pixelsMax) return { width, height }
  const allowed = `${min}–${max}, n × ${step}, ≤ ${Math.round(pixelsMax / 1_048_576)} MP`
  throw new GatewayError('invalid_image_request', { reason: makeReason('videoAspect', { given: size, allowed }) })
}

/** Null = a model that makes no pictures of texts and pictures alone. */
export function bflPictures(model: string): { wire: ImageWire; path: string } | null {
  const found = wires.find(({ name }) => name.test(model))
  return found ? { wire: found.wire, path: `/v1/${encodeURIComponent(model)}` } : null
}
