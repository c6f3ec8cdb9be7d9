import { isRecord, type JsonRecord, listOf, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import { checkNumbers } from '../../core/chat/check-numbers.ts'
import { unreadFields } from '../../core/chat/unread-fields.ts'
import {
  type ClientVector,
  dimensionsOf,
  type EmbeddingPurpose,
  type EmbeddingRequest,
  type WireVector,
} from '../../core/embeddings.ts'
import { GatewayError } from '../../core/errors.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import { defined } from '../../core/json/defined.ts'
import type { GeminiCall } from './parse-call.ts'
import { field, protoNumberOf } from './wire.ts'

const requestsMax = 2_048

/** The single requests of an embedContent or batchEmbedContents body. Throws GatewayError of the caller. */
export function embedRequestsOf(body: JsonRecord): JsonRecord[] {
  if (body.requests === undefined) return [requireContent(body)]
  if (!Array.isArray(body.requests) || body.requests.length === 0 || !body.requests.every(isRecord))
    throw new GatewayError('messages_required', { field: 'requests' })
  if (body.requests.length > requestsMax) throw invalidRequest('holdsTooMany', { field: 'requests', max: requestsMax })
  return body.requests.map(requireContent)
}

function requireContent(request: JsonRecord): JsonRecord {
  if (!isRecord(request.content)) throw new GatewayError('messages_required', { field: 'content' })
  return request
}

/** Throws GatewayError if a request names another model than the path: the model of the path is billed. */
function requireSameModel(requests: readonly JsonRecord[], model: string): void {
  for (const { model: named } of requests)
    if (named !== undefined && named !== null && textOf(named).replace(/^models\//, '') !== model)
      throw invalidRequest('modelNotOfPath')
}

/** What the gateway reads of a call for embeddings. Throws GatewayError of the caller. */
export function readEmbedCall(body: JsonRecord, model: string): GeminiCall {
  if (model.length > 255) throw invalidRequest('modelTooLong')
  requireSameModel(embedRequestsOf(body), model)
  return { model, isStream: false, wantsUsage: true, maxOutputTokens: 0, n: 1, body }
}

/** The fields of a body that name the model, changed to another model. */
export function withEmbedModel(body: JsonRecord, model: string): JsonRecord {
  const name = `models/${model}`
  if (Array.isArray(body.requests))
    return { requests: embedRequestsOf(body).map((request) => ({ ...request, model: name })) }
  return body.model === undefined ? {} : { model: name }
}

export const embedTextsOf = (requests: readonly JsonRecord[]): string[] =>
  requests.map(({ content }) =>
    recordsOf(recordOf(content).parts)
      .map(({ text }) => textOf(text))
      .join(''),
  )

const read: ReadonlySet<string> = new Set(['model', 'content', 'outputDimensionality', 'output_dimensionality'])

/** https://ai.google.dev/api/embeddings#tasktype, as known on 2026-11-20 */
const purposes = tableOf<EmbeddingPurpose>({
  RETRIEVAL_DOCUMENT: 'search_document',
  RETRIEVAL_QUERY: 'search_query',
  CLASSIFICATION: 'classification',
  CLUSTERING: 'clustering',
})

/** A body in the neutral form, and the names of dropped fields. Throws GatewayError of the caller. */
export function parseEmbedRequest(body: JsonRecord): { request: EmbeddingRequest; unread: string[] } {
  const requests = embedRequestsOf(body)
  const parts = requests.flatMap(({ content }) => recordsOf(recordOf(content).parts))
  if (parts.some((part) => typeof part.text !== 'string')) throw invalidRequest('notOnlyText', { field: 'content' })
  const dimensions = protoNumberOf(field(requests[0] ?? {}, 'outputDimensionality'))
  checkNumbers([dimensionsOf('outputDimensionality')], () => dimensions)
  const purpose = purposes[textOf(field(requests[0] ?? {}, 'taskType'))]
  return {
    request: {
      texts: embedTextsOf(requests),
      ...(dimensions !== undefined && { dimensions }),
      ...(purpose && { purpose }),
    },
    unread: [...new Set(requests.flatMap((request) => unreadFields(request, read)))],
  }
}

/** A batchEmbedContents body. https://ai.google.dev/api/embeddings, as known on 2026-11-20 */
export const buildEmbedRequest = ({ texts, dimensions }: EmbeddingRequest, model: string): JsonRecord => ({
  requests: texts.map((text) =>
    defined<JsonRecord>({
      model: `models/${model}`,
      content: { parts: [{ text }] },
      outputDimensionality: dimensions,
    }),
  ),
})

export function parseEmbedAnswer(body: JsonRecord): WireVector[] {
  const list = Array.isArray(body.embeddings) ? recordsOf(body.embeddings) : [recordOf(body.embedding)]
  return list.map(({ values }) => listOf(values))
}

export function buildEmbedAnswer(vectors: readonly ClientVector[], isBatch: boolean, inputTokens: number): JsonRecord {
  const embeddings = vectors.map((values) => ({ values }))
  const usageMetadata = { promptTokenCount: inputTokens }
  return isBatch ? { embeddings, usageMetadata } : { embedding: embeddings[0] ?? { values: [] }, usageMetadata }
}
