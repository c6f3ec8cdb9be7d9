/**
 * Body of `POST /model/{id}/converse`; model and streaming are in the address.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html, as known on 2026-11-22
 */
export type ConverseBody = {
  messages: WireTurn[]
  system?: { text: string }[]
  inferenceConfig?: WireSettings
  toolConfig?: WireToolConfig
  additionalModelRequestFields?: WireFields
}

export type WireSettings = { maxTokens?: number; temperature?: number; topP?: number; stopSequences?: string[] }

/** Fields of the makers of models. */
export type WireFields = {
  top_k?: number
  reasoning_effort?: WireLevel
  reasoningConfig?: { type: 'disabled' } | { type: 'enabled'; maxReasoningEffort: WireLevel }
}
export type WireLevel = 'low' | 'medium' | 'high'

export type WireToolConfig = { tools: WireTool[]; toolChoice?: WireChoice }
export type WireTool = { toolSpec: { name: string; description?: string; inputSchema: { json: object } } }
export type WireChoice = { any: object } | { tool: { name: string } } | { auto: object }

export type WireTurn = { role: 'user' | 'assistant'; content: WireBlock[] }
export type WireBlock =
  | { text: string }
  | { image: { format: string; source: { bytes: string } } }
  | { document: { format: string; name: string; source: { bytes: string } } }
  | { toolUse: { toolUseId: string; name: string; input: object } }
  | { toolResult: { toolUseId: string; content: WireBlock[]; status: 'error' | 'success' } }

/**
 * https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-titan-embed-text.html, as known on
 * 2026-11-23
 */
export type TitanBody = { inputText: string; dimensions?: number }

/** https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-embed.html, as known on 2026-11-23 */
export type CohereEmbedBody = {
  texts: readonly string[]
  input_type: string
  embedding_types: ['float']
  output_dimension?: number
}

/** https://docs.aws.amazon.com/nova/latest/userguide/embeddings-schema.html, as known on 2026-11-23 */
export type NovaBody = {
  taskType: 'SINGLE_EMBEDDING'
  singleEmbeddingParams: NovaParams
}
export type NovaParams = {
  embeddingPurpose: string
  embeddingDimension?: number
  text: { truncationMode: 'END'; value: string }
}

/**
 * Cohere's models need the version. https://docs.aws.amazon.com/bedrock/latest/userguide/rerank-use.html, as known on
 * 2026-11-23
 */
export type RerankBody = {
  query: string
  documents: readonly string[]
  top_n?: number
  api_version?: number
  max_tokens_per_doc?: number
}
