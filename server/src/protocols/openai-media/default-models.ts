import type { MediaOperation } from './media-operation.ts'

/** The model of a call without one; null = a model is required. */
export const defaultModels = {
  image_generations: 'dall-e',
  image_edits: 'dall-e-2',
  image_variations: 'dall-e-2',
  moderations: 'text-moderation-stable',
  rerank: null,
  speech: null,
  transcriptions: null,
  translations: null,
} as const satisfies Record<MediaOperation, string | null>
