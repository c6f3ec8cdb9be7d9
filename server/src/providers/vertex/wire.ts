/**
 * Body of `:predict` of models of vectors.
 * https://docs.cloud.google.com/vertex-ai/generative-ai/docs/model-reference/text-embeddings-api, as known on
 * 2026-11-22
 */
export type EmbeddingBody = {
  instances: EmbeddingInstance[]
  parameters: { outputDimensionality?: number }
}
export type EmbeddingInstance = { content: string; task_type?: EmbeddingTask }
export type EmbeddingTask = 'RETRIEVAL_DOCUMENT' | 'RETRIEVAL_QUERY' | 'CLASSIFICATION' | 'CLUSTERING'

/**
 * Body of a ranking.
 * https://docs.cloud.google.com/generative-ai-app-builder/docs/reference/rest/v1/projects.locations.rankingConfigs/rank,
 * read 2026-11-23
 */
export type RankingBody = {
  model: string
  query: string
  topN?: number
  ignoreRecordDetailsInResponse: boolean
  records: { id: string; content: string }[]
}
