// Bodies of Workers AI by `/ai/run/{model}`: https://developers.cloudflare.com/workers-ai/models/flux-1-schnell,
// …/stable-diffusion-xl-base-1.0, …/aura-1, …/melotts, …/whisper and …/whisper-large-v3-turbo, as known on 2026-11-23.

/** The host's own fields stand beside these. */
export type ImageBody = { prompt: string; width?: number; height?: number; image_b64?: string }

/** https://developers.deepgram.com/docs/tts-media-output-settings, as known on 2026-11-23 */
export type AuraBody = { text: string; speaker?: string } & AuraEncoding
export type AuraEncoding = { encoding: string; container?: string; sample_rate?: number }

export type MeloBody = { prompt: string; lang?: string }

/** The newer Whisper takes base64, the older ones take the bytes as a list of numbers. */
export type WhisperBody = NewWhisperBody | { audio: number[] }
export type NewWhisperBody = {
  audio: string
  task: 'transcribe' | 'translate'
  language?: string
  initial_prompt?: string
}

/** https://developers.cloudflare.com/workers-ai/models/bge-reranker-base, as known on 2026-11-23 */
export type RerankBody = { query: string; contexts: { text: string }[]; top_k?: number }
