/** A request for embeddings in the neutral form. */
export interface EmbeddingRequest {
  texts: string[]
  dimensions?: number
  /** The purpose of the vectors, if the client states it. */
  purpose?: EmbeddingPurpose
}

export const embeddingPurposes = ['search_document', 'search_query', 'classification', 'clustering'] as const
export type EmbeddingPurpose = (typeof embeddingPurposes)[number]

/** Valid numbers of dimensions. */
export const dimensionsOf = (field: string) => ({ field, min: 1, max: 1_000_000, isWhole: true })
