/** Body of `POST /v1/embeddings`. https://docs.perplexity.ai/docs/embeddings, read 2026-11-23 */
export type EmbeddingBody = {
  model: string
  input: readonly string[]
  dimensions?: number
  encoding_format: 'base64_int8'
}

/**
 * The input is a list of documents, each a list of its parts.
 * https://docs.perplexity.ai/api-reference/contextualized-embeddings-post, read 2026-11-23
 */
export type ContextualBody = Omit<EmbeddingBody, 'input'> & { input: (readonly string[])[] }
