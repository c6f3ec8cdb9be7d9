import { numberOf, recordOf, recordsOf } from '@sluice/contract/read-json'
import { defined } from '../../core/json/defined.ts'
import type { RerankWire } from '../../core/rerank.ts'
import type { RerankBody } from './wire.ts'

/**
 * It reports no usage. https://developers.cloudflare.com/workers-ai/models/bge-reranker-base, as known on 2026-11-23
 */
export const rerank: RerankWire = {
  build: ({ query, documents, topN }) =>
    defined<RerankBody>({ query, contexts: documents.map((text) => ({ text })), top_k: topN }),
  parse: ({ result }) =>
    recordsOf(recordOf(result).response).map(({ id, score }, place) => ({
      index: numberOf(id) ?? place,
      score: numberOf(score) ?? 0,
    })),
  parseUsage: () => null,
}
