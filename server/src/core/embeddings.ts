/** A request for embeddings in the neutral form. */
export interface EmbeddingRequest {
  texts: string[]
  dimensions?: number
}

/** What a number of dimensions may be. */
export const dimensionsOf = (field: string) => ({ field, min: 1, max: 1_000_000, isWhole: true })
