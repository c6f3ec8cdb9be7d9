import type { PriceRule } from '../contract/src/price-rules.ts'
import type { PriceGroups } from './appendix-prices.ts'

// Prices of pictures and videos, which the public data set lacks. A model whose maker's page could not be read has
// none.

/**
 * Dollars for a picture. https://ai.google.dev/gemini-api/docs/pricing, as quoted on
 * https://discuss.ai.google.dev/t/issue-with-url-context-tooling/101173, read 2026-11-29
 */
export const pictureModelPrice: PriceGroups = [
  [0.06, ['imagen-4.0-ultra-generate-001']],
  [0.04, ['imagen-4.0-generate-001']],
  [0.02, ['imagen-4.0-fast-generate-001']],
]

const veo31 = ['veo-3.1-generate-preview', 'veo-3.1-generate-001']

/**
 * Dollars for a second of a video with sound. https://ai.google.dev/gemini-api/docs/pricing of 2026-10-07: 0.40 in 720p
 * and 1080p, 0.60 in 4k
 */
export const videoSecondPrice: PriceGroups = [[0.4, veo31]]

/** Factors, so that they hold for a price of the operator's own, too. */
export const videoRules: readonly (readonly [rule: PriceRule, models: readonly string[]])[] = [
  [{ when: { resolution: '4k' }, set: { factor: 1.5 } }, veo31],
]
