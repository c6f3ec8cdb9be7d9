import { numberOf, recordOf, recordsOf } from '@sluice/contract/read-json'
import { defined } from '../../core/json/defined.ts'
import type { RerankWire } from '../../core/rerank.ts'
import { buildInputReport } from '../../core/usage/usage-report.ts'
import type { RerankBody } from './wire.ts'

export const rerankPath = '/api/v1/services/rerank/text-rerank/text-rerank'

/** https://help.aliyun.com/zh/model-studio/text-rerank-api, as known on 2026-11-23 */
export const rerank: RerankWire = {
  build: ({ query, documents, topN }, model) =>
    ({
      model,
      input: { query, documents },
      parameters: defined<RerankBody['parameters']>({ return_documents: false, top_n: topN }),
    }) satisfies RerankBody,
  parse: ({ output }) =>
    recordsOf(recordOf(output).results).map(({ index, relevance_score }, place) => ({
      index: numberOf(index) ?? place,
      score: numberOf(relevance_score) ?? 0,
    })),
  parseUsage({ usage }) {
    return buildInputReport(recordOf(usage).total_tokens)
  },
}
