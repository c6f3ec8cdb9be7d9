import type { EmbeddingPurpose } from '../../core/embeddings.ts'
import type { FunctionTool } from '../function-tool.ts'

/** Body of `POST /v2/chat`. https://docs.cohere.com/reference/chat, as known on 2026-11-20 */
export type ChatBody = {
  model: string
  messages: WireMessage[]
  stream: boolean
  max_tokens?: number
  temperature?: number
  p?: number
  k?: number
  stop_sequences?: string[]
  seed?: number
  presence_penalty?: number
  frequency_penalty?: number
  response_format?: WireFormat
  thinking?: WireThinking
  tools?: FunctionTool[]
  tool_choice?: 'NONE' | 'REQUIRED'
  strict_tools?: boolean
}

export type WireFormat = { type: 'text' } | { type: 'json_object'; json_schema?: object }
export type WireThinking = { type: 'disabled' } | { type: 'enabled'; token_budget?: number }

export type WireMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | WireContent[] }
  | WireAssistant
  | { role: 'tool'; tool_call_id: string; content: string }
export type WireAssistant = { role: 'assistant'; content?: string; tool_calls?: WireCall[] }
export type WireCall = { id: string; type: 'function'; function: { name: string; arguments: string } }
export type WireContent = { type: 'text'; text: string } | WireImage
export type WireImage = { type: 'image_url'; image_url: { url: string; detail?: string } }

/** Body of `POST /v2/embed`. https://docs.cohere.com/reference/embed, as known on 2026-11-20 */
export type EmbedBody = {
  model: string
  texts: readonly string[]
  input_type: EmbeddingPurpose
  embedding_types: ['float']
  output_dimension?: number
}

/** Body of `POST /v2/rerank`. https://docs.cohere.com/reference/rerank, as known on 2026-11-20 */
export type RerankBody = {
  model: string
  query: string
  documents: readonly string[]
  top_n?: number
  max_tokens_per_doc?: number
}
