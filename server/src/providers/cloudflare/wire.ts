import type { ImageInput } from '../../core/media.ts'

// Bodies of Workers AI by `/ai/run/{model}`: https://developers.cloudflare.com/workers-ai/models/flux-1-schnell,
// …/stable-diffusion-xl-base-1.0, …/aura-1, …/melotts, …/whisper and …/whisper-large-v3-turbo, as known on 2026-11-23.

/** The host's own fields stand beside these. */
export type ImageBody = { prompt: string; width?: number; height?: number; image_b64?: string }

/**
 * The form of Flux 2, with up to four pictures.
 * https://developers.cloudflare.com/ai/models/@cf/black-forest-labs/flux-2-dev and
 * https://developers.cloudflare.com/changelog/2026-01-28-flux-2-klein-9b-workers-ai, read 2026-11-23
 */
export type FluxForm = { prompt: string; width?: number; height?: number } & FluxPictures
export type FluxPictures = { [field: `input_image_${number}`]: ImageInput }

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
