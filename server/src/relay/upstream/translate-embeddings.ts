import { inputTotal, type Usage } from '../../core/usage/usage.ts'
import {
  buildEmbedAnswer,
  buildEmbedRequest,
  parseEmbedAnswer,
  parseEmbedRequest,
} from '../../protocols/gemini/embeddings.ts'
import {
  buildEmbeddingsAnswer,
  buildEmbeddingsRequest,
  parseEmbeddingsAnswer,
  parseEmbeddingsRequest,
} from '../../protocols/openai-chat/embeddings.ts'
import type { AdmittedCall, Attempt } from '../call/relay-call.ts'

type Wire = Record<string, unknown>

/** A call for embeddings as a body in the upstream's format. Throws GatewayError of the caller. */
export function translateEmbeddings(call: AdmittedCall, { format, upstreamModel }: Attempt): Wire {
  const parse = call.format.id === 'gemini' ? parseEmbedRequest : parseEmbeddingsRequest
  const { request, unread } = parse(call.request.body)
  call.neutral.dropped = unread
  return format.id === 'gemini'
    ? buildEmbedRequest(request, upstreamModel)
    : buildEmbeddingsRequest(request, upstreamModel)
}

/** The answer in the client's format. */
export function translateEmbeddingAnswer(
  call: AdmittedCall,
  { format }: Attempt,
  wire: Wire,
  usage: Usage,
): Wire {
  const vectors = format.id === 'gemini' ? parseEmbedAnswer(wire) : parseEmbeddingsAnswer(wire)
  const inputTokens = inputTotal(usage)
  if (call.format.id === 'gemini')
    return buildEmbedAnswer(vectors, call.request.body.requests !== undefined, inputTokens)
  const isBase64 = call.request.body.encoding_format === 'base64'
  return buildEmbeddingsAnswer(vectors, { model: call.request.model, inputTokens, isBase64 })
}
