import { listOf, recordOf } from '@sluice/contract/read-json'
import type { EmbeddingsWire } from '../../core/embeddings.ts'
import { defined } from '../../core/json/defined.ts'
import type { EmbedBody } from './wire.ts'

/**
 * `POST /v2/embed`. The purpose of the vectors is required. https://docs.cohere.com/reference/embed, as known on
 * 2026-11-20
 */
export const embeddings: EmbeddingsWire = {
  build: ({ texts, dimensions, purpose = 'search_document' }, model) =>
    defined<EmbedBody>({
      model,
      texts,
      input_type: purpose,
      embedding_types: ['float'],
      output_dimension: dimensions,
    }),
  parse({ embeddings: found }) {
    // Older answers hold the vectors directly.
    const vectors = Array.isArray(found) ? found : recordOf(found).float
    if (!Array.isArray(vectors)) return []
    return vectors.map(listOf)
  },
  takesPurpose: true,
}
