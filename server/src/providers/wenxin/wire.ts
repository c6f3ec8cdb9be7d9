/** Body of a chat. https://cloud.baidu.com/doc/WENXINWORKSHOP/s/clntwmv7t, as known on 2026-11-20 */
export type ChatBody = {
  messages: WireTurn[]
  system?: string
  temperature?: number
  top_p?: number
  penalty_score?: number
  stream: boolean
  max_output_tokens?: number
  stop?: string[]
  response_format?: 'text' | 'json_object'
  user_id?: string
  functions?: WireFunction[]
  tool_choice?: { type: 'function'; function: { name: string } }
}

export type WireTurn =
  | { role: 'user' | 'assistant'; content: string; function_call?: { name: string; arguments: string } }
  | { role: 'function'; name: string; content: string }
export type WireFunction = { name: string; description: string; parameters: object }

/** Body of a call for vectors, of the same API. */
export type EmbeddingBody = { input: readonly string[] }
