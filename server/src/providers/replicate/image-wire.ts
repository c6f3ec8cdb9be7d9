import { type JsonRecord, recordOf, textOf } from '@sluice/contract/read-json'
import { defined } from '../../core/json/defined.ts'
import { type ImageInput, type ImageWire, type MadeImage, nearestRatio } from '../../core/media.ts'
import { addressOf } from '../image-answers.ts'
import { pictureError } from '../picture-tasks.ts'
import { faultOf } from '../video-faults.ts'
import { addressesIn, predictionsOf } from './predictions.ts'

/** Ratios that most models have. */
const ratios = ['1:1', '16:9', '9:16', '3:2', '2:3', '4:3', '3:4', '21:9']

const failed = ['failed', 'canceled', 'aborted']

/** Models of any maker, with the usual names of their inputs. https://replicate.com/docs/reference/http, 2026-11-28 */
const wire: ImageWire = {
  kind: 'images',
  nMax: 4,
  inputMax: 10,
  ignores: ['quality', 'user'],
  takesAddresses: true,
  keeps: ['seed', 'aspect_ratio', 'resolution', 'output_format', 'negative_prompt', 'input'],
  // The answer is complete if the picture is made within the time, at most a minute.
  headers: { prefer: 'wait=30' },
  build({ prompt, n, size, images, ownFields: { input, ...own } }, model) {
    return {
      input: defined<JsonRecord>({
        prompt,
        num_outputs: n > 1 ? n : undefined,
        aspect_ratio: nearestRatio(size, ratios),
        ...inputsOf(model, images),
        ...own,
        ...recordOf(input),
      }),
    }
  },
  tasks: {
    idOf: (answer) => (isRunning(answer) ? textOf(answer.id) || null : null),
    // Without the header the maker does not wait.
    later: { headers: {}, idOf: ({ id, status }) => (typeof status === 'number' ? null : textOf(id) || null) },
    inquire: (id) => ({ path: `/v1/predictions/${encodeURIComponent(id)}` }),
    cancel: (id) => ({ path: `/v1/predictions/${encodeURIComponent(id)}/cancel`, method: 'POST' }),
    isOver: ({ status }) => status === 'succeeded' || failed.includes(textOf(status)),
  },
  parse: ({ output }) => addressesIn(output).map((url): MadeImage => ({ kind: 'url', url })),
  parseUsage: () => null,
  errorIn({ status, error, detail, title }) {
    const message = textOf(error) || textOf(detail) || textOf(title)
    if (typeof status === 'number') return pictureError({ fault: faultOf('', message), message }, typeOf(status))
    return failed.includes(textOf(status))
      ? pictureError({ fault: faultOf('', message), message: message || textOf(status) })
      : null
  },
}

function isRunning({ status }: JsonRecord): boolean {
  return status === 'starting' || status === 'processing'
}

function inputsOf(model: string, images: readonly ImageInput[]): JsonRecord {
  const addresses = images.map(addressOf)
  if (addresses.length === 0) return {}
  if (/kontext/.test(model)) return { input_image: addresses[0] }
  return /banana|seedream|seededit/.test(model) ? { image_input: addresses } : { image: addresses[0] }
}

function typeOf(status: number): string | undefined {
  if (status === 401) return 'authentication_error'
  if (status === 402) return 'billing_error'
  return status === 429 ? 'rate_limit_error' : undefined
}

/** Null = no name of a model. */
export const replicatePictures = (model: string) =>
  /^[\w.-]+\/[\w.-]+$/.test(model) ? { wire, path: predictionsOf(model) } : null
