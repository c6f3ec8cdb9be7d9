import { makeReason } from '@sluice/contract/error-reasons'
import { type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { imagesMax, parseImageCount } from '../../core/billing/billable.ts'
import type { ImageRequest } from '../../core/billing/image-request.ts'
import { GatewayError } from '../../core/errors.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import type { GeminiCall } from './parse-call.ts'
import { field } from './wire.ts'

export const predictPromptOf = (body: JsonRecord): string =>
  recordsOf(body.instances)
    .map(({ prompt }) => textOf(prompt))
    .join('\n')

/**
 * What the gateway reads of a `:predict` call for images. Throws GatewayError of the caller.
 * https://ai.google.dev/api/models#method:-models.predict, as known on 2026-11-22
 */
export function readPredictCall(body: JsonRecord, model: string): GeminiCall & { image: ImageRequest } {
  if (model.length > 255) throw invalidRequest('modelTooLong')
  const instances = recordsOf(body.instances)
  if (instances.length === 0) throw new GatewayError('messages_required', { field: 'instances' })
  const count = parseImageCount(field(recordOf(body.parameters), 'sampleCount'))
  if (count === null || count * instances.length > imagesMax)
    throw new GatewayError('invalid_image_request', {
      reason: makeReason('imagesInCall', { max: imagesMax }),
    })
  return {
    model,
    isStream: false,
    wantsUsage: true,
    maxOutputTokens: 0,
    n: 1,
    body,
    image: {
      n: count * instances.length,
      size: '',
      quality: '',
      resolution: textOf(field(recordOf(body.parameters), 'sampleImageSize')),
      partialImages: 0,
      inputImages: 0,
      isFaithful: false,
    },
  }
}
