import type { PriceRule } from '../contract/src/price-rules.ts'
import type { PriceGroups } from './appendix-prices.ts'
import { tidy } from './data-set-prices.ts'

// Prices of pictures and videos, which the public data set lacks. A model whose maker's page could neither be read nor
// be found in the same words of several others has none.

const yuanPerDollar = 7.3
const dollarsOf = (yuan: number): number => tidy(yuan / yuanPerDollar)

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
const veo31Lite = ['veo-3.1-lite-generate-preview', 'veo-3.1-lite-generate-001']
const grok = ['grok-imagine-video']
const grok15 = ['grok-imagine-video-1.5']
const hailuo = ['MiniMax-H3']
const jimengPro = ['jimeng_ti2v_v30_pro']
const jimengFull = ['jimeng_t2v_v30_1080p', 'jimeng_i2v_first_v30_1080', 'jimeng_i2v_first_tail_v30_1080']
const jimengLow = ['jimeng_t2v_v30', 'jimeng_i2v_first_v30', 'jimeng_i2v_first_tail_v30']

/**
 * Dollars for a video of any length. https://docs.z.ai/guides/video/cogvideox-3, read 2026-11-30: 0.20 dollars (1 yuan
 * at https://docs.bigmodel.cn/cn/guide/models/video-generation/cogvideox-3); …/cogvideox-2: 0.5 yuan
 */
export const videoModelPrice: PriceGroups = [
  [0.2, ['cogvideox-3']],
  [dollarsOf(0.5), ['cogvideox-2']],
]

/**
 * Dollars for a second of a video.
 * - Veo, with sound: https://ai.google.dev/gemini-api/docs/pricing of 2026-10-07: 0.40 in 720p and 1080p, 0.60 in 4k;
 *   lite, as others quote that page of 2026-08: 0.05 in 720p, 0.08 in 1080p; on Vertex AI the same, as quoted at
 *   https://docs.dev.xavier.icvr.xyz/models/google-vertex/veo-3.1-lite-generate-001.html, read 2026-11-30
 * - xAI: https://docs.x.ai/developers/models/grok-imagine-video, as others quote it, read 2026-11-30: 0.05 in 480p,
 *   0.07 in 720p; …/grok-imagine-video-1.5: 0.08, 0.14, and 0.25 in 1080p
 * - MiniMax: https://platform.minimax.io/docs/guides/pricing-paygo of 2026-10-24, as quoted at
 *   https://docs.laozhang.ai/en/announcements/minimax-h3-2026-10, read 2026-12-01: 0.08 in 768P, 0.13 in 2K
 * - Jimeng 3.0, in yuan: https://www.volcengine.com/docs/85621 as known on 2026-11-28: Pro 1.00, 1080p 0.63, 720p 0.28
 */
export const videoSecondPrice: PriceGroups = [
  [0.4, veo31],
  [0.05, veo31Lite],
  [0.05, grok],
  [0.08, grok15],
  [0.08, hailuo],
  [dollarsOf(1), jimengPro],
  [dollarsOf(0.63), jimengFull],
  [dollarsOf(0.28), jimengLow],
]

/**
 * Factors, so that they hold for a price of the operator's own, too. Seedance has no default: a ratio would take
 * precedence over an operator's price by the second.
 */
export const videoRules: readonly (readonly [rule: PriceRule, models: readonly string[]])[] = [
  [{ when: { resolution: '4k' }, set: { factor: 1.5 } }, veo31],
  [{ when: { resolution: '1080p' }, set: { factor: 1.6 } }, veo31Lite],
  [{ when: { resolution: '720p' }, set: { factor: 1.4 } }, grok],
  [{ when: { resolution: '720p' }, set: { factor: 1.75 } }, grok15],
  [{ when: { resolution: '1080p' }, set: { factor: 3.125 } }, grok15],
  [{ when: { resolution: '2k' }, set: { factor: 1.625 } }, hailuo],
]
