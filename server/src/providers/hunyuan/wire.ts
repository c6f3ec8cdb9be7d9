/**
 * Body of ChatCompletions. Names begin with a capital letter, as in all of Tencent Cloud.
 * https://cloud.tencent.com/document/api/1729/105701, as known on 2026-11-20
 */
export type ChatBody = {
  Model: string
  Messages: WireMessage[]
  Stream: boolean
  TopP?: number
  Temperature?: number
  Stop?: string[]
  Seed?: number
  Tools?: WireTool[]
  ToolChoice?: 'none' | 'auto' | 'custom'
  CustomTool?: WireTool
}

/** `Parameters` is the JSON text of the schema. */
export type WireTool = { Type: 'function'; Function: { Name: string; Description?: string; Parameters: string } }

export type WireMessage = {
  Role: 'system' | 'user' | 'assistant' | 'tool'
  Content?: string
  Contents?: WireContent[]
  ToolCalls?: WireCall[]
  ToolCallId?: string
}
export type WireCall = { Id: string; Type: 'function'; Function: { Name: string; Arguments: string } }
export type WireContent = { Type: 'text'; Text: string } | { Type: 'image_url'; ImageUrl: { Url: string } }

/** Body of GetEmbedding, of the same API. */
export type EmbeddingBody = { InputList: readonly string[] }

/** Body of SubmitHunyuanImageJob. https://cloud.tencent.com/document/api/1729/105969, read 2026-11-23 */
export type ImageJobBody = { Prompt: string; Resolution: string; Num: number; LogoAdd: 0 | 1 }

/** Body of SubmitHunyuanToVideoJob. https://cloud.tencent.com/document/api/1616/126160, read 2026-11-30 */
export type VideoJobBody = {
  Prompt: string
  Image?: { Url: string } | { Base64: string }
  Resolution: string
  LogoAdd: 0 | 1
}

/** Body of DescribeHunyuanToVideoJob. https://cloud.tencent.com/document/api/1616/126162, read 2026-11-30 */
export type VideoQueryBody = { JobId: string }

/** Body of SubmitTextToImageJob. https://cloud.tencent.com/document/product/1668/124632, read 2026-11-30 */
export type NewerImageJobBody = { Prompt: string; Resolution: string; Seed?: number; LogoAdd: 0 | 1 }

/** Body of QueryHunyuanImageJob. https://cloud.tencent.com/document/api/1729/105970, read 2026-11-23 */
export type ImageQueryBody = { JobId: string }
