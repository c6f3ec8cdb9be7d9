import type { JsonRecord } from '@sluice/contract/read-json'
import type { Usage } from './usage/usage.ts'

/** A request for a ranking in the neutral form. */
export interface RerankRequest {
  query: string
  documents: string[]
  /** How many of the best to return; absent = all. */
  topN?: number
  tokensPerDocumentMax?: number
}

/** A document by its index in the request. */
export interface RankedDocument {
  index: number
  score: number
}

/** Rankings: from the neutral form and back. */
export interface RerankWire {
  build(request: RerankRequest, model: string): JsonRecord
  parse(answer: JsonRecord): RankedDocument[]
  /** The usage of an answer; absent = the format of the provider's chat reads it. */
  parseUsage?(answer: JsonRecord): Usage | null
}
