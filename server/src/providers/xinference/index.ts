import { defineHost } from '../provider.ts'

/**
 * Self-hosted; without authentication it ignores the key. https://inference.readthedocs.io/en/latest/reference, as
 * known on 2026-11-20
 */
export const xinference = defineHost({
  id: 'xinference',
  type: 47,
  runsModels: true,
  baseUrl: null,
  operations: [
    ...(['chat', 'completions', 'embeddings', 'rerank', 'image_generations', 'speech', 'transcriptions'] as const),
    'translations',
  ],
  models: [],
})
