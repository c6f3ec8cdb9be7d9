import { audioSeconds } from '../../core/audio/audio-seconds.ts'
import { imagePriceFactor, type KnownUse, transcriptionUsage } from '../../core/billing/billable.ts'
import { countsImageTokens, type ImageRequest, imageTokensOf, madeBy } from '../../core/billing/image-request.ts'
import { type CallPrice, pricesSizes } from '../../core/billing/price-plan.ts'
import type { Made } from '../../core/usage/served.ts'
import { noUsage } from '../../core/usage/usage.ts'
import type { RequestFacts } from '../../protocols/wire-format.ts'
import { mappedModel } from '../../state/mapped-model.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import { fileIn } from '../call/client-form.ts'

/** The assumed rate of a recording of unknown duration: 64 kbit/s. */
const bytesPerSecond = 8_000

/** The request with the expected usage of its recording, if it has one. */
export function withRecording(request: RequestFacts): RequestFacts {
  const file = fileIn(request.body, 'file')
  if (!file) return request
  const seconds = audioSeconds(file.bytes)
  const usage = transcriptionUsage(seconds ?? file.bytes.length / bytesPerSecond)
  return { ...request, known: { usage, isEstimated: seconds === null } }
}

/** The pricing of images, and their known usage. */
export interface PricedImages {
  units: number
  imageFactor: number
  made: Made
  known: KnownUse
}

/**
 * `models` are the upstream names that the call may get: the dearest one counts. Where the maker counts tokens, the
 * maximum number of tokens; elsewhere images are charged by their number. A price with conditions of its own for sizes
 * and qualities has no other factor for them.
 */
export function priceImages(
  image: ImageRequest,
  { models, price, inputText }: { models: readonly string[]; price: CallPrice; inputText: number },
): PricedImages {
  const { n, size, quality } = image
  const factors = pricesSizes(price) ? [1] : models.map((model) => imagePriceFactor({ model, size, quality }))
  const isCounted = models.some(countsImageTokens)
  return {
    units: n,
    imageFactor: Math.max(...factors),
    made: madeBy(image),
    known: isCounted
      ? { usage: { ...noUsage, inputText, ...imageTokensOf(image) }, isEstimated: true }
      : { usage: noUsage, isEstimated: false },
  }
}

/** `model`, and the names that these channels send instead. */
export function sentNames(model: string, channels: readonly ChannelState[]): string[] {
  const names = channels.flatMap((channel) => {
    try {
      return [mappedModel(channel, model)]
    } catch {
      // A misconfigured channel reports its error when it is tried.
      return []
    }
  })
  return [...new Set([model, ...names])]
}
