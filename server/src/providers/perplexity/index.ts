import { defineHost } from '../provider.ts'
import { contextualEmbeddings, embeddings, isContextual } from './embeddings.ts'
import { fitAgentRequest } from './fit-request.ts'

/**
 * Answers with sources, through the Agent API (`/v1/responses`, the same as `/v1/agent`). Sonar's Chat Completions
 * ended on 2026-09-27. https://docs.perplexity.ai/docs/agent-api/migrate-from-sonar, read 2026-11-23
 */
export const perplexity = defineHost({
  id: 'perplexity',
  type: 27,
  baseUrl: 'https://api.perplexity.ai',
  format: 'responses',
  operations: ['chat', 'embeddings'],
  models: [
    'perplexity/sonar',
    'pplx-embed-v1-0.6b',
    'pplx-embed-v1-4b',
    'pplx-embed-context-v1-0.6b',
    'pplx-embed-context-v1-4b',
  ],
  pathOf: (path, { operation, upstreamModel }) =>
    operation === 'embeddings' && isContextual(upstreamModel) ? '/v1/contextualizedembeddings' : path,
  embeddingsOf: (upstreamModel) => (isContextual(upstreamModel) ? contextualEmbeddings : embeddings),
  reportsStreamUsage: false,
  fitResponses: fitAgentRequest,
})
