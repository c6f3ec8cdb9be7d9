import type { FunctionTool } from '../function-tool.ts'

/** Body of `POST /api/chat`. https://docs.ollama.com/api/chat, as known on 2026-11-20 */
export type ChatBody = {
  model: string
  messages: WireMessage[]
  tools?: FunctionTool[]
  format?: 'json' | object
  think?: boolean | WireLevel
  /** Ollama streams unless the field forbids it. */
  stream: boolean
  options?: WireOptions
}

export type WireLevel = 'low' | 'medium' | 'high'

export type WireOptions = {
  temperature?: number
  top_p?: number
  top_k?: number
  seed?: number
  stop?: string[]
  num_predict?: number
  presence_penalty?: number
  frequency_penalty?: number
}

export type WireMessage = WireInput | WireAssistant | WireResult
export type WireInput = { role: 'system' | 'user'; content: string; images?: string[] }
export type WireAssistant = { role: 'assistant'; content: string; thinking?: string; tool_calls?: WireCall[] }
export type WireCall = { function: { name: string; arguments: object } }
export type WireResult = { role: 'tool'; tool_name?: string; content: string; images?: string[] }

/** Body of `POST /api/embed`. https://docs.ollama.com/api/embed, as known on 2026-11-20 */
export type EmbedBody = { model: string; input: readonly string[]; dimensions?: number }
