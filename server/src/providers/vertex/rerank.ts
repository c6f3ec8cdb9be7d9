import { numberOf, recordsOf } from '@sluice/contract/read-json'
import { defined } from '../../core/json/defined.ts'
import type { RerankWire } from '../../core/rerank.ts'
import type { RankingBody } from './wire.ts'

/** The host of the rankings, which is another than that of the models. */
const base = 'https://discoveryengine.googleapis.com'

export const rerankUrlOf = (baseUrl: string | null, projectId: string): string =>
  `${baseUrl ?? base}/v1/projects/${encodeURIComponent(projectId)}/locations/global/rankingConfigs/default_ranking_config:rank`

/**
 * Rankings of at most 200 documents. A document is found by the id that it is sent with; no usage is reported.
 * https://docs.cloud.google.com/generative-ai-app-builder/docs/reference/rest/v1/projects.locations.rankingConfigs/rank,
 * read 2026-11-23
 */
export const vertexRerank: RerankWire = {
  build: ({ query, documents, topN }, model) =>
    defined<RankingBody>({
      model,
      query,
      topN,
      ignoreRecordDetailsInResponse: true,
      records: documents.map((content, index) => ({ id: String(index), content })),
    }),
  parse: ({ records }) =>
    recordsOf(records).map(({ id, score }, place) => ({
      index: numberOf(Number(id)) ?? place,
      score: numberOf(score) ?? 0,
    })),
  parseUsage: () => null,
}
