import { type JsonRecord, numberOf, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { EmbeddingsWire, WireVector } from '../../core/embeddings.ts'
import { defined } from '../../core/json/defined.ts'
import { buildInputReport } from '../../core/usage/usage-report.ts'
import type { ContextualBody, EmbeddingBody } from './wire.ts'

/** Models that embed the parts of one document, each in the context of the others. */
export const isContextual = (model: string): boolean => /^pplx-embed-(v\d+-)?context/.test(model)

/** Vectors of whole numbers from -128 to 127, as bytes. https://docs.perplexity.ai/docs/embeddings, read 2026-11-23 */
export const embeddings: EmbeddingsWire = {
  build: ({ texts, dimensions }, model) =>
    defined<EmbeddingBody>({ model, input: texts, dimensions, encoding_format: 'base64_int8' }),
  parse: ({ data }) => vectorsIn(data),
  parseUsage({ usage }) {
    const { prompt_tokens, total_tokens } = recordOf(usage)
    return buildInputReport(prompt_tokens, total_tokens)
  },
}

/**
 * The texts of a call are the parts of one document, in their order.
 * https://docs.perplexity.ai/api-reference/contextualized-embeddings-post, read 2026-11-23
 */
export const contextualEmbeddings: EmbeddingsWire = {
  ...embeddings,
  build: ({ texts, dimensions }, model) =>
    defined<ContextualBody>({ model, input: [texts], dimensions, encoding_format: 'base64_int8' }),
  parse: ({ data }) => inOrder(data).flatMap((document) => vectorsIn(document.data)),
}

const inOrder = (entries: unknown): JsonRecord[] =>
  recordsOf(entries).toSorted((a, b) => (numberOf(a.index) ?? 0) - (numberOf(b.index) ?? 0))

const vectorsIn = (entries: unknown): WireVector[] =>
  inOrder(entries).map(({ embedding }) => ({ base64: textOf(embedding), numbers: 'int8' }))
