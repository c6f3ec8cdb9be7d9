import { hourMs } from '@sluice/contract/durations'
import { listOf, textOf } from '@sluice/contract/read-json'
import { type ImageWire, type MadeImage, nearestRatio } from '../../core/media.ts'
import { bodyOf, hunyuanErrorIn, typeOfCode } from './parse-answer.ts'
import type { ImageJobBody, ImageQueryBody } from './wire.ts'

/** Of several sizes of one form, the first is the default. */
const resolutions = ['1024:1024', '768:1024', '1024:768', '720:1280', '1280:720', '768:1280', '1280:768', '768:768']

function resolutionOf(size: string): string {
  const requested = size.replace('x', ':')
  return resolutions.includes(requested) ? requested : (nearestRatio(size, resolutions) ?? '1024:1024')
}

/** Waiting jobs have 1, running ones 2. */
const failed = '4'
const done = '5'

/**
 * A job is submitted, and asked for until it is over. Its field `Prompt`, or `JobId`, comes first: `actionOf` depends
 * on it. https://cloud.tencent.com/document/api/1729/105969 and …/105970, read 2026-11-23
 */
export const imageWire: ImageWire = {
  kind: 'images',
  nMax: 4,
  inputMax: 0,
  ignores: ['quality', 'user'],
  lifetimeMs: hourMs,
  // Without the field, the images are marked.
  build: ({ prompt, n, size }) =>
    ({ Prompt: prompt, Resolution: resolutionOf(size), Num: n, LogoAdd: 0 }) satisfies ImageJobBody,
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
