import { hourMs } from '@sluice/contract/durations'
import { listOf, textOf } from '@sluice/contract/read-json'
import { type ImageWire, type MadeImage, type MediaTasks, nearestRatio } from '../../core/media.ts'
import { bodyOf, hunyuanErrorIn, typeOfCode } from './parse-answer.ts'
import { actionAt } from './sign.ts'
import type { ImageJobBody, ImageQueryBody, NewerImageJobBody } from './wire.ts'

/** Of several sizes of one form, the first is the default. */
const resolutions = ['1024:1024', '768:1024', '1024:768', '720:1280', '1280:720', '768:1280', '1280:768', '768:768']

const newerResolutions =
  '1024:1024 640:1408 704:1344 768:1280 832:1216 896:1152 960:1088 1088:960 1152:896 1216:832 1280:768 1344:704 1408:640'.split(
    ' ',
  )

function resolutionOf(size: string, known: readonly string[]): string {
  const requested = size.replace('x', ':')
  return known.includes(requested) ? requested : (nearestRatio(size, known) ?? '1024:1024')
}

/** Waiting jobs have 1, running ones 2. */
const failed = '4'
const done = '5'

/**
 * A job is submitted, and asked for until it is over. Its field `Prompt`, or `JobId`, comes first: `actionOf` depends
 * on it. https://cloud.tencent.com/document/api/1729/105969 and …/105970, read 2026-11-23
 */
const imageWire: ImageWire & { readonly tasks: MediaTasks } = {
  kind: 'images',
  nMax: 4,
  inputMax: 0,
  ignores: ['quality', 'user'],
  lifetimeMs: hourMs,
  // Without the field, the images are marked.
  build: ({ prompt, n, size }) =>
    ({ Prompt: prompt, Resolution: resolutionOf(size, resolutions), Num: n, LogoAdd: 0 }) satisfies ImageJobBody,
  tasks: {
    idOf: (answer) => textOf(bodyOf(answer).JobId) || null,
    inquire: (id) => ({ path: '/', body: { JobId: id } satisfies ImageQueryBody }),
    isOver: (answer) => [done, failed].includes(textOf(bodyOf(answer).JobStatusCode)),
  },
  parse: (answer) =>
    listOf(bodyOf(answer).ResultImage).flatMap((url): MadeImage[] =>
      textOf(url) === '' ? [] : [{ kind: 'url', url: textOf(url) }],
    ),
  parseUsage: () => null,
  errorIn(answer) {
    const { JobStatusCode, JobErrorCode, JobErrorMsg } = bodyOf(answer)
    if (textOf(JobStatusCode) !== failed) return hunyuanErrorIn(answer)
    const code = textOf(JobErrorCode)
    const type = typeOfCode(code)
    return { message: textOf(JobErrorMsg) || code || 'The job failed.', ...(type && { type }), code }
  },
}

/** Hunyuan Image 3, of another service. https://cloud.tencent.com/document/product/1668/124632, read 2026-11-30 */
const newerWire: ImageWire = {
  ...imageWire,
  nMax: 1,
  keeps: ['seed'],
  build: ({ prompt, size, ownFields: { seed } }) =>
    ({
      Prompt: prompt,
      Resolution: resolutionOf(size, newerResolutions),
      ...(typeof seed === 'number' && { Seed: seed }),
      LogoAdd: 0,
    }) satisfies NewerImageJobBody,
  tasks: {
    ...imageWire.tasks,
    inquire: (id, { root }) => ({
      path: actionAt(root, 'QueryTextToImageJob'),
      body: { JobId: id } satisfies ImageQueryBody,
    }),
  },
}

const isNewer = (model: string): boolean => /^hunyuan-image-3/.test(model)

export const imageWireOf = (model: string): ImageWire => (isNewer(model) ? newerWire : imageWire)

/** Where images are ordered. */
export const imageUrlOf = (root: string, model: string): string =>
  isNewer(model) ? actionAt(root, 'SubmitTextToImageJob') : `${root}/`
