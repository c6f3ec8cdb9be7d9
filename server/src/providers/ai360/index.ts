import { defineHost } from '../provider.ts'

/** 360. https://ai.360.com/platform/docs/overview, as known on 2026-11-20 */
export const ai360 = defineHost({
  id: 'ai360',
  type: 19,
  baseUrl: 'https://api.360.cn',
  operations: ['chat', 'embeddings'],
  models: ['360gpt2-pro', '360gpt2-o1', '360gpt-pro', '360gpt-turbo', 'embedding_s1_v1'],
})
