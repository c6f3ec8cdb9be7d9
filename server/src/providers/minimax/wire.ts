/** Body of `POST /v1/embeddings`. https://platform.minimaxi.com/document/embeddings, as known on 2026-11-23 */
export type EmbeddingBody = { model: string; texts: readonly string[]; type: 'query' | 'db' }

/** https://platform.minimax.io/docs/api-reference/image-generation-t2i, as known on 2026-11-22 */
export type ImageBody = {
  model: string
  prompt: string
  n: number
  aspect_ratio?: string
  response_format: 'base64' | 'url'
}

/** https://platform.minimax.io/docs/api-reference/speech-t2a-http, as known on 2026-11-22 */
export type SpeechBody = {
  model: string
  text: string
  stream: boolean
  output_format: 'hex'
  voice_setting: { voice_id: string; speed: number }
  audio_setting: { format: string; sample_rate?: number }
}
