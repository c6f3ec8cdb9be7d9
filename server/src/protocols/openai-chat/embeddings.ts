import { type JsonRecord, listOf, numberOf, recordsOf } from '@sluice/contract/read-json'
import { checkNumbers } from '../../core/chat/check-numbers.ts'
import { unreadFields } from '../../core/chat/unread-fields.ts'
import {
  type ClientVector,
  dimensionsOf,
  type EmbeddingRequest,
  embeddingPurposes,
  type WireVector,
} from '../../core/embeddings.ts'
import { invalidRequest } from '../../core/invalid-request.ts'

const read: ReadonlySet<string> = new Set(['model', 'input', 'dimensions', 'encoding_format'])

/** An embeddings body in the neutral form, and the names of dropped fields. Throws GatewayError of the caller. */
export function parseEmbeddingsRequest(body: JsonRecord): { request: EmbeddingRequest; unread: string[] } {
  const texts = typeof body.input === 'string' ? [body.input] : body.input
  if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string'))
    throw invalidRequest('tokenIdsUnreadable')
  const dimensions = numberOf(body.dimensions)
  checkNumbers([dimensionsOf('dimensions')], () => body.dimensions)
  const purpose = embeddingPurposes.find((one) => one === body.input_type)
  return {
    request: {
      texts,
      ...(dimensions !== undefined && { dimensions }),
      // A field of Cohere and hosts of its models.
      ...(purpose !== undefined && { purpose }),
    },
    unread: unreadFields(body, read),
  }
}

export const buildEmbeddingsRequest = ({ texts, dimensions }: EmbeddingRequest, model: string): JsonRecord => ({
  model,
  input: texts,
  encoding_format: 'float',
  ...(dimensions !== undefined && { dimensions }),
})

/** The vectors of an answer in order; some hosts always answer in base64. */
export function parseEmbeddingsAnswer(body: JsonRecord): WireVector[] {
  return recordsOf(body.data)
    .map((entry, place) => ({ place: numberOf(entry.index) ?? place, vector: vectorOf(entry.embedding) }))
    .sort((a, b) => a.place - b.place)
    .map(({ vector }) => vector)
}

const vectorOf = (wire: unknown): WireVector =>
  typeof wire === 'string' ? { base64: wire, numbers: 'float32' } : listOf(wire)

export const wantsBase64 = ({ encoding_format }: JsonRecord): boolean => encoding_format === 'base64'

export function buildEmbeddingsAnswer(
  vectors: readonly ClientVector[],
  { model, inputTokens }: { model: string; inputTokens: number },
): JsonRecord {
  return {
    object: 'list',
    data: vectors.map((embedding, index) => ({
      object: 'embedding',
      index,
      embedding,
    })),
    model,
    usage: { prompt_tokens: inputTokens, total_tokens: inputTokens },
  }
}
