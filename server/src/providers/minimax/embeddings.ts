import { listOf } from '@sluice/contract/read-json'
import type { EmbeddingsWire } from '../../core/embeddings.ts'
import { buildInputReport } from '../../core/usage/usage-report.ts'
import type { EmbeddingBody } from './wire.ts'

/**
 * `POST /v1/embeddings` of `embo-01`. https://platform.minimaxi.com/document/embeddings, as known on 2026-11-23. The
 * number of dimensions is fixed.
 */
export const minimaxEmbeddings: EmbeddingsWire = {
  takesPurpose: true,
  build: ({ texts, purpose }, model) =>
    ({ model, texts, type: purpose === 'search_query' ? 'query' : 'db' }) satisfies EmbeddingBody,
  parse: ({ vectors }) => listOf(vectors).map(listOf),
  parseUsage({ total_tokens }) {
    return buildInputReport(total_tokens)
  },
}
