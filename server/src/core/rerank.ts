/** A request for a ranking in the neutral form. */
export interface RerankRequest {
  query: string
  documents: string[]
  /** How many of the best are wanted; absent = all. */
  topN?: number
  tokensPerDocumentMax?: number
}

/** A document by its place in the request. */
export interface RankedDocument {
  index: number
  score: number
}
