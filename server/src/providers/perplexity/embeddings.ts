import { numberOf, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { defined } from '../../core/json/defined.ts'
import { noUsage } from '../../core/usage/usage.ts'
import type { EmbeddingsWire } from '../own-wire.ts'

/** Vectors of whole numbers from -128 to 127, as bytes. https://docs.perplexity.ai/docs/embeddings, read 2026-11-23 */
export const embeddings: EmbeddingsWire = {
  build: ({ texts, dimensions }, model) =>
    defined({ model, input: texts, dimensions, encoding_format: 'base64_int8' }),
  parse: ({ data }) =>
    recordsOf(data)
      .toSorted((a, b) => (numberOf(a.index) ?? 0) - (numberOf(b.index) ?? 0))
      .map(({ embedding }) => [...Int8Array.from(Buffer.from(textOf(embedding), 'base64'))]),
  parseUsage({ usage }) {
    const inputText = numberOf(recordOf(usage).prompt_tokens) ?? 0
    return inputText > 0 ? { ...noUsage, inputText } : null
  },
}
