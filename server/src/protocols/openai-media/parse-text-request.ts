import { GatewayError } from '../../core/errors.ts'
import { isRecord, type MediaRequest, modelOf, plainRequest, textOf, type Wire } from './media-request.ts'

const moderationModel = 'text-moderation-stable'

/**
 * Reads and checks what is to be moderated. Throws GatewayError of the caller.
 * https://platform.openai.com/docs/api-reference/moderations, read 2026-11-21
 */
export function parseModerationRequest(body: Wire): MediaRequest {
  const { input } = body
  const isThere = Array.isArray(input) ? input.length > 0 : isRecord(input) || textOf(input) !== ''
  if (!isThere) throw new GatewayError('messages_required', { field: 'input' })
  return plainRequest(modelOf(body, moderationModel), body)
}

/**
 * Reads and checks documents to be ranked, in the form of Jina and Cohere. Throws GatewayError of the caller.
 * https://jina.ai/reranker and https://docs.cohere.com/reference/rerank, read 2026-11-21
 */
export function parseRerankRequest(body: Wire): MediaRequest {
  const model = modelOf(body)
  const { query, documents } = body
  if (!isRecord(query) && textOf(query).trim() === '') throw new GatewayError('invalid_query')
  if (!Array.isArray(documents) || documents.length === 0) throw new GatewayError('invalid_documents')
  return plainRequest(model, body)
}

/** Query and documents as the inputs of which tokens are counted. */
export const rerankInputs = ({ query, documents }: Wire): Wire => ({
  input: [query, ...(Array.isArray(documents) ? documents : [])].map(inputOf),
})

/** A text, or an object with one; whatever fields else it has are text as well. */
function inputOf(document: unknown): unknown {
  if (!isRecord(document) || typeof document.text === 'string' || 'image' in document) return document
  return JSON.stringify(document)
}
