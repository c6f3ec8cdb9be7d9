import type { JsonRecord } from '@sluice/contract/read-json'
import type { VideoModel } from '@sluice/contract/video-model'
import { modelCreatedAt } from '../../core/model-descriptor.ts'

/** A model for videos, as the caller can use it. */
export interface OfferedVideoModel {
  model: VideoModel
  /** Dollars by the resolution, '' = any other, as the caller pays; null = it has no fixed price. */
  prices: { unit: 'second' | 'video'; byResolution: Readonly<Record<string, number>> } | null
  /** Names of settings that are sent on as they are. */
  passes: readonly string[]
}

/**
 * `GET /api/v1/videos/models`. A list that is unknown is null, and so is what the model always or never does.
 * https://openrouter.ai/docs/api/api-reference/video-generation/list-videos-models, read 2026-11-30
 */
export const buildOpenRouterModels = (models: readonly OfferedVideoModel[]): JsonRecord => ({
  data: models.map(({ model, prices, passes }) => ({
    id: model.model,
    canonical_slug: model.model,
    name: model.model,
    created: modelCreatedAt,
    supported_resolutions: model.resolutions,
    supported_aspect_ratios: model.ratios,
    supported_sizes: null,
    supported_durations: model.seconds,
    supported_frame_images: (['first_frame', 'last_frame'] as const).filter((role) => model.inputs[role] > 0),
    generate_audio: model.sound !== 'never',
    seed: model.takes_seed,
    pricing_skus: prices === null ? {} : skusOf(prices),
    allowed_passthrough_parameters: passes,
  })),
})

const skusOf = ({ unit, byResolution }: NonNullable<OfferedVideoModel['prices']>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(byResolution).map(([resolution, dollars]) => [
      `per-video${unit === 'second' ? '-second' : ''}${resolution === '' ? '' : `-${resolution}`}`,
      String(dollars),
    ]),
  )
