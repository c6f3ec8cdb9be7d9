import { type JsonRecord, listOf, recordOf, recordsOf } from '@sluice/contract/read-json'
import type { EmbeddingPurpose, EmbeddingsWire } from '../../core/embeddings.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import { defined } from '../../core/json/defined.ts'
import { buildReport, CountReader } from '../../core/usage/usage-report.ts'
import type { EmbeddingBody, EmbeddingInstance, EmbeddingTask } from './wire.ts'

const taskTypes: Readonly<Record<EmbeddingPurpose, EmbeddingTask>> = {
  search_document: 'RETRIEVAL_DOCUMENT',
  search_query: 'RETRIEVAL_QUERY',
  classification: 'CLASSIFICATION',
  clustering: 'CLUSTERING',
}

/** Models that embed one text in a call. */
const takesOneText = (model: string): boolean => model.startsWith('gemini-embedding')

const vectorsIn = (answer: JsonRecord) => recordsOf(answer.predictions).map((one) => recordOf(one.embeddings))

/**
 * Embeddings by `:predict`.
 * https://docs.cloud.google.com/vertex-ai/generative-ai/docs/model-reference/text-embeddings-api, as known on
 * 2026-11-22
 */
export const vertexEmbeddings: EmbeddingsWire = {
  takesPurpose: true,
  build({ texts, dimensions, purpose }, model) {
    if (texts.length > 1 && takesOneText(model)) throw invalidRequest('oneText')
    const task_type = purpose && taskTypes[purpose]
    return {
      instances: texts.map((content) => defined<EmbeddingInstance>({ content, task_type })),
      parameters: defined<EmbeddingBody['parameters']>({ outputDimensionality: dimensions }),
    } satisfies EmbeddingBody
  },
  parse: (answer) => vectorsIn(answer).map(({ values }) => listOf(values)),
  parseUsage(answer) {
    const reader = new CountReader()
    const counts = vectorsIn(answer).map(({ statistics }) => reader.tokens(recordOf(statistics).token_count) ?? 0)
    const input = counts.reduce((sum, count) => sum + count, 0)
    return buildReport({ input, output: 0, isDoubtful: reader.isDoubtful })
  },
}
