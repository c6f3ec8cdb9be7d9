import { claudeModels, geminiModels } from '../offered-models.ts'

/**
 * Models offered for a new channel. https://docs.cloud.google.com/vertex-ai/generative-ai/docs/models, as known on
 * 2026-11-22
 */
export const vertexModels: readonly string[] = [...geminiModels, ...claudeModels]
