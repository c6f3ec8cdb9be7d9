import { isRecord, type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { unreadFields } from '../../core/chat/unread-fields.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import type { RankedDocument, RerankRequest } from '../../core/rerank.ts'
import type { CohereRanking, RankingAnswer } from './wire.ts'

const read: ReadonlySet<string> = new Set([
  'model',
  'query',
  'documents',
  'top_n',
  'return_documents',
  'max_tokens_per_doc',
])

/**
 * A call for a ranking in the neutral form, and the names of dropped fields. Throws GatewayError of the caller for
 * inputs that are not text.
 */
export function parseRerankCall(body: JsonRecord): { request: RerankRequest; unread: string[] } {
  const topN = wholeOf(body.top_n)
  const tokensPerDocumentMax = wholeOf(body.max_tokens_per_doc)
  const documents = Array.isArray(body.documents) ? body.documents : []
  return {
    request: {
      query: requireText(body.query, 'query'),
      documents: documents.map((document, index) => requireText(document, `documents.${index}`)),
      ...(topN !== undefined && { topN }),
      ...(tokensPerDocumentMax !== undefined && { tokensPerDocumentMax }),
    },
    unread: unreadFields(body, read),
  }
}

/** A text, or an object with one; other fields of the object count as text as well. */
function requireText(value: unknown, field: string): string {
  if (typeof value === 'string') return value
  const isText = isRecord(value) && !('image' in value)
  if (!isText) throw invalidRequest('notOnlyText', { field })
  return textOf(value.text) || JSON.stringify(value)
}

const wholeOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined

/** The answer in the common form of Jina and Cohere. https://jina.ai/reranker, read 2026-11-21 */
export function buildRerankAnswer(
  ranked: RankedDocument[],
  {
    body,
    model,
    inputTokens,
    units,
  }: { body: JsonRecord; model: string; inputTokens: number; units: number | undefined },
): RankingAnswer {
  const documents = Array.isArray(body.documents) ? body.documents : []
  const documentOf = (index: number): JsonRecord => {
    const document: unknown = documents[index]
    return isRecord(document) ? document : { text: textOf(document) }
  }
  return {
    object: 'list',
    model,
    results: ranked.map(({ index, score }) => ({
      index,
      relevance_score: score,
      ...(body.return_documents === true && { document: documentOf(index) }),
    })),
    usage: { prompt_tokens: inputTokens, total_tokens: inputTokens },
    ...(units !== undefined && { meta: { billed_units: { search_units: units } } }),
  }
}

/** An answer in the common form as Cohere's clients of version 2 read it, with the tokens and searches it reports. */
export function buildCohereRanking(ranking: JsonRecord, id: string): CohereRanking {
  const meta = recordOf(ranking.meta)
  const { prompt_tokens: promptTokens, total_tokens: totalTokens } = recordOf(ranking.usage)
  const inputTokens = promptTokens ?? totalTokens
  return {
    id,
    results: recordsOf(ranking.results).map(({ index, relevance_score }) => ({ index, relevance_score })),
    meta: {
      api_version: { version: '2' },
      ...(inputTokens !== undefined && { tokens: { input_tokens: inputTokens } }),
      ...meta,
    },
  }
}
