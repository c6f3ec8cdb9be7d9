import { type FitBody, fitTo, unchanged } from '../fit-body.ts'
import { defineHost } from '../provider.ts'

const fitBody: FitBody = (body, { operation }) =>
  operation === 'embeddings'
    ? fitTo({ rename: { encoding_format: 'embedding_type' }, refuses: ['user'] }, body)
    : unchanged

/** Embeddings and rankings. https://api.jina.ai/redoc, as known on 2026-11-20 */
export const jina = defineHost({
  id: 'jina',
  type: 38,
  baseUrl: 'https://api.jina.ai',
  operations: ['embeddings', 'rerank'],
  models: ['jina-embeddings-v4', 'jina-embeddings-v3', 'jina-reranker-v3', 'jina-reranker-m0', 'jina-clip-v2'],
  fitBody,
})
