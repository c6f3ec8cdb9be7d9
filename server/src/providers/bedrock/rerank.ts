import { numberOf, recordsOf } from '@sluice/contract/read-json'
import { defined } from '../../core/json/defined.ts'
import type { RerankWire } from '../../core/rerank.ts'
import type { RerankBody } from './wire.ts'

/** The version of Cohere's API that a body follows. */
const cohereVersion = 2

/**
 * Rankings by InvokeModel of `cohere.rerank…` and `amazon.rerank…`.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/rerank-use.html, as known on 2026-11-23
 */
export const bedrockRerank: RerankWire = {
  build: ({ query, documents, topN, tokensPerDocumentMax }, model) =>
    defined<RerankBody>({
      query,
      documents,
      top_n: topN,
      ...(model.includes('cohere.') && {
        api_version: cohereVersion,
        ...(tokensPerDocumentMax !== undefined && { max_tokens_per_doc: tokensPerDocumentMax }),
      }),
    }),
  parse: ({ results }) =>
    recordsOf(results).map(({ index, relevance_score }, place) => ({
      index: numberOf(index) ?? place,
      score: numberOf(relevance_score) ?? 0,
    })),
}
