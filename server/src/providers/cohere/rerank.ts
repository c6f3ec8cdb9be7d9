import { numberOf, recordsOf } from '@sluice/contract/read-json'
import { defined } from '../../core/json/defined.ts'
import type { RerankWire } from '../../core/rerank.ts'
import type { RerankBody } from './wire.ts'

/** `POST /v2/rerank`. https://docs.cohere.com/reference/rerank, as known on 2026-11-20 */
export const rerank: RerankWire = {
  build: ({ query, documents, topN, tokensPerDocumentMax }, model) =>
    defined<RerankBody>({ model, query, documents, top_n: topN, max_tokens_per_doc: tokensPerDocumentMax }),
  parse: ({ results }) =>
    recordsOf(results).map(({ index, relevance_score }, place) => ({
      index: numberOf(index) ?? place,
      score: numberOf(relevance_score) ?? 0,
    })),
}
