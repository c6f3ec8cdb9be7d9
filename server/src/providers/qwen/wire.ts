// The native API: https://help.aliyun.com/zh/model-studio/qwen-image-api, …/text-to-image-v2-api-reference,
// …/qwen-tts-api and …/qwen-asr-api-reference, as known on 2026-11-22.

type WireMessage = { role: 'system' | 'user'; content: WirePart[] }
type WirePart = { text: string } | { image: string } | { audio: string }

/** A call whose answer holds the images. */
export type ImageBody = {
  model: string
  input: { messages: WireMessage[] }
  parameters: ImageSettings
}
export type ImageSettings = { size?: string; n: number; watermark?: boolean }

/** A call whose answer names a task. */
export type ImageTaskBody = { model: string; input: { prompt: string }; parameters: ImageSettings }

export type SpeechBody = { model: string; input: { text: string; voice: string } }

export type TranscriptBody = {
  model: string
  input: { messages: WireMessage[] }
  parameters: { asr_options: { language?: string } }
}

/** https://help.aliyun.com/zh/model-studio/text-rerank-api, as known on 2026-11-23 */
export type RerankBody = {
  model: string
  input: { query: string; documents: readonly string[] }
  parameters: { return_documents: boolean; top_n?: number }
}
