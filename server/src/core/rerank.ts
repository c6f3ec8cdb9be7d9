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
