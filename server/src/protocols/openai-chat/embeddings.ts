import { type JsonRecord, numberOf, numbersOf, recordsOf } from '@sluice/contract/read-json'
import { checkNumbers } from '../../core/chat/check-numbers.ts'
import { unreadFields } from '../../core/chat/unread-fields.ts'
import { dimensionsOf, type EmbeddingRequest, embeddingPurposes } from '../../core/embeddings.ts'
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
export function parseEmbeddingsAnswer(body: JsonRecord): number[][] {
  return recordsOf(body.data)
    .map((entry, place) => ({ place: numberOf(entry.index) ?? place, vector: vectorOf(entry.embedding) }))
    .sort((a, b) => a.place - b.place)
    .map(({ vector }) => vector)
}

function vectorOf(wire: unknown): number[] {
  if (Array.isArray(wire)) return numbersOf(wire)
  if (typeof wire !== 'string') return []
  const bytes = Buffer.from(wire, 'base64')
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readFloatLE(index * 4))
}

export function buildEmbeddingsAnswer(
  vectors: number[][],
  { model, inputTokens, isBase64 }: { model: string; inputTokens: number; isBase64: boolean },
): JsonRecord {
  return {
    object: 'list',
    data: vectors.map((vector, index) => ({
      object: 'embedding',
      index,
      embedding: isBase64 ? base64Of(vector) : vector,
    })),
    model,
    usage: { prompt_tokens: inputTokens, total_tokens: inputTokens },
  }
}

function base64Of(vector: number[]): string {
  // A view writes millions of numbers five times as fast as a buffer does.
  const floats = new DataView(new ArrayBuffer(vector.length * 4))
  for (let index = 0; index < vector.length; index++) floats.setFloat32(index * 4, vector[index] ?? 0, true)
  return Buffer.from(floats.buffer).toString('base64')
}
