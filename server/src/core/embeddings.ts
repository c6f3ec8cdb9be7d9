import type { JsonRecord } from '@sluice/contract/read-json'
import type { Usage } from './usage/usage.ts'

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

/** Embeddings: from the neutral form and back. */
export interface EmbeddingsWire {
  build(request: EmbeddingRequest, model: string): JsonRecord
  parse(answer: JsonRecord): number[][]
  /** The request states what the vectors are for. */
  readonly takesPurpose?: true
  /** The usage of an answer; absent = the format of the provider's chat reads it. */
  parseUsage?(answer: JsonRecord): Usage | null
}
