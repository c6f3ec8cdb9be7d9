import { defineHost, type Provider } from './provider.ts'

/** Hosts of OpenAI's format without differences. A host with one has a folder of its own. */
export const plainHosts: readonly Provider[] = [
  /** 01.AI. https://platform.lingyiwanwu.com/docs, as known on 2026-11-20 */
  defineHost({
    id: 'yi',
    type: 31,
    baseUrl: 'https://api.lingyiwanwu.com',
    operations: ['chat'],
    models: ['yi-lightning', 'yi-large', 'yi-medium', 'yi-vision-v2'],
  }),
  /** 360. https://ai.360.com/platform/docs/overview, as known on 2026-11-20 */
  defineHost({
    id: 'ai360',
    type: 19,
    baseUrl: 'https://api.360.cn',
    operations: ['chat', 'embeddings'],
    models: ['360gpt2-pro', '360gpt2-o1', '360gpt-pro', '360gpt-turbo', 'embedding_s1_v1'],
  }),
  /**
   * Self-hosted; without authentication it ignores the key. https://inference.readthedocs.io/en/latest/reference, as
   * known on 2026-11-20
   */
  defineHost({
    id: 'xinference',
    type: 47,
    runsModels: true,
    baseUrl: null,
    operations: [
      ...(['chat', 'completions', 'embeddings', 'rerank', 'image_generations', 'speech', 'transcriptions'] as const),
      'translations',
    ],
    models: [],
  }),
  /** Open models. https://submodel.gitbook.io/docs/instagen/api-reference, read on 2026-11-24 */
  defineHost({
    id: 'submodel',
    type: 53,
    runsModels: true,
    baseUrl: 'https://llm.submodel.ai',
    operations: ['chat', 'completions'],
    models: [],
  }),
]
