import { listOf } from '@sluice/contract/read-json'
import type { EmbeddingsWire } from '../../core/embeddings.ts'
import { defined } from '../../core/json/defined.ts'
import type { EmbedBody } from './wire.ts'

/** `POST /api/embed`. https://docs.ollama.com/api/embed, as known on 2026-11-20 */
export const embeddings: EmbeddingsWire = {
  build: ({ texts, dimensions }, model) => defined<EmbedBody>({ model, input: texts, dimensions }),
  parse: ({ embeddings: found }) => listOf(found).map(listOf),
}
