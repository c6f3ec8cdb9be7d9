/** A request for embeddings in the neutral form. */
export interface EmbeddingRequest {
  texts: string[]
  dimensions?: number
  /** What the vectors are for, where the client says so. */
  purpose?: EmbeddingPurpose
}

export const embeddingPurposes = ['search_document', 'search_query', 'classification', 'clustering'] as const
export type EmbeddingPurpose = (typeof embeddingPurposes)[number]

/** What a number of dimensions may be. */
export const dimensionsOf = (field: string) => ({ field, min: 1, max: 1_000_000, isWhole: true })
