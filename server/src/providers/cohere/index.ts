import { bearer, defineProvider } from '../provider.ts'
import { cohereAdapter } from './adapter.ts'

const base = 'https://api.cohere.com'

const paths = { embeddings: '/v2/embed', rerank: '/v2/rerank' } as const

/** Cohere's API v2. https://docs.cohere.com/reference/chat, as known on 2026-11-20 */
export const cohere = defineProvider({
  id: 'cohere',
  type: 34,
  baseUrl: base,
  format: 'own',
  wire: cohereAdapter,
  operations: ['chat', 'embeddings', 'rerank'],
  models: [
    'command-a-03-2025',
    'command-a-reasoning-08-2025',
    'command-a-vision-07-2025',
    'command-r7b-12-2024',
    'embed-v4.0',
    'rerank-v3.5',
  ],
  urlOf: ({ channel, operation }) =>
    (channel.baseUrl ?? base) + (operation === 'embeddings' || operation === 'rerank' ? paths[operation] : '/v2/chat'),
  modelListUrlOf: ({ baseUrl }) => `${baseUrl ?? base}/v1/models?page_size=1000`,
  headersOf: ({ key }) => bearer(key),
  reportsStreamUsage: false,
  takes: {},
})
