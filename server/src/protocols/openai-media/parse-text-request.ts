import { isRecord, type JsonRecord, textOf } from '@sluice/contract/read-json'
import { GatewayError } from '../../core/errors.ts'
import { estimateTokens } from '../../core/tokens/estimate-tokens.ts'
import { defaultModels } from './default-models.ts'
import { type MediaRequest, modelOf, plainRequest } from './media-request.ts'

/**
 * Reads and checks a request for moderation. Throws GatewayError of the caller.
 * https://platform.openai.com/docs/api-reference/moderations, read 2026-11-21
 */
export function parseModerationRequest(body: JsonRecord): MediaRequest {
  const { input } = body
  const hasInput = Array.isArray(input) ? input.length > 0 : isRecord(input) || textOf(input) !== ''
  if (!hasInput) throw new GatewayError('messages_required', { field: 'input' })
  return plainRequest(modelOf(body, defaultModels.moderations), body)
}

/**
 * Reads and checks a request for a ranking, in the form of Jina and Cohere. Throws GatewayError of the caller.
 * https://jina.ai/reranker and https://docs.cohere.com/reference/rerank, read 2026-11-21
 */
export function parseRerankRequest(body: JsonRecord): MediaRequest {
  const model = modelOf(body)
  const { query, documents } = body
  if (!isRecord(query) && textOf(query).trim() === '') throw new GatewayError('invalid_query')
  if (!Array.isArray(documents) || documents.length === 0) throw new GatewayError('invalid_documents')
  return { ...plainRequest(model, body), unitsMost: searchUnitsOf(body, documents) }
}

const documentsOfSearch = 100
const tokensOfChunk = 500
const tokensOfDocumentMax = 4_096
/** Characters whose tokens are counted for the hold: 10 ms of a slow processor. */
const countedUnitsMax = 262_144

/**
 * A search ranks 100 documents; each chunk of 500 tokens of a long document counts as one, up to the length limit. An
 * upper limit for the hold: beyond the first `countedUnitsMax` characters, each counts as a token.
 */
function searchUnitsOf(body: JsonRecord, documents: readonly unknown[]): number {
  const requested = body.max_tokens_per_doc
  const most = typeof requested === 'number' && requested > 0 ? requested : tokensOfDocumentMax
  let left = countedUnitsMax
  const chunks = documents.map((document) => {
    const text = isRecord(document) ? JSON.stringify(document) : textOf(document)
    // A token has at least one byte: most documents need no token count.
    if (text.length <= tokensOfChunk / 3) return 1
    const counted = text.length <= left ? text : text.slice(0, left)
    left -= counted.length
    const tokens = Math.min(estimateTokens(counted) + text.length - counted.length, most)
    return Math.max(1, Math.ceil(tokens / tokensOfChunk))
  })
  return Math.ceil(chunks.reduce((sum, count) => sum + count, 0) / documentsOfSearch)
}

/** Query and documents as inputs for the token count. */
export const rerankInputs = ({ query, documents }: JsonRecord): JsonRecord => ({
  input: [query, ...(Array.isArray(documents) ? documents : [])].map(inputOf),
})

/** A text, or an object with one; other fields of the object count as text as well. */
function inputOf(document: unknown): unknown {
  if (!isRecord(document) || typeof document.text === 'string' || 'image' in document) return document
  return JSON.stringify(document)
}
