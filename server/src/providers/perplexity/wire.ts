import type { JsonRecord } from '@sluice/contract/read-json'

/** Body of `POST /v1/embeddings`. https://docs.perplexity.ai/docs/embeddings, read 2026-11-23 */
export type EmbeddingBody = {
  model: string
  input: readonly string[]
  dimensions?: number
  encoding_format: 'base64_int8'
}

/**
 * The input is a list of documents, each a list of its parts.
 * https://docs.perplexity.ai/api-reference/contextualized-embeddings-post, read 2026-11-23
 */
export type ContextualBody = Omit<EmbeddingBody, 'input'> & { input: (readonly string[])[] }

/**
 * The fields of the Agent API that are not sent as the client gave them. What the gateway does not judge keeps its
 * value.
 * https://github.com/perplexityai/api-platform-developers (migrate-sonar-to-agent-api), read 2026-11-23
 */
export type AgentFields = {
  model: string
  preset?: string
  reasoning?: { effort: string }
  response_format?: AgentFormat
  max_output_tokens?: number
  /** Messages are `AgentMessage`; other items stay as they are. */
  input?: unknown[]
  tools?: (AgentSearch | JsonRecord)[]
  tool_choice?: { name: unknown }
}
/** As in Chat Completions. */
export type AgentFormat = {
  type: 'json_schema'
  json_schema: { name: unknown; schema: unknown; strict: unknown; description: unknown }
}
export type AgentSearch = { type: 'web_search' }
/** Earlier answers are plain text. */
export type AgentMessage =
  | { type: 'message'; role: 'assistant'; content: string }
  | { type: 'message'; role: unknown; content: JsonRecord[] }
