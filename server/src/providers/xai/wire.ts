/**
 * Body of an edit; `aspect_ratio` and `resolution` may also be the client's own.
 * https://docs.x.ai/developers/model-capabilities/images/generation, as known on 2026-11-23
 */
export type EditBody = {
  model: string
  prompt: string
  n: number
  aspect_ratio?: string
  image?: EditInput
  images?: EditInput[]
  mask?: { url: string }
  user?: string
  response_format: 'b64_json' | 'url'
}
export type EditInput = { type: 'image_url'; url: string }

/** https://docs.x.ai/developers/model-capabilities/audio/text-to-speech, as known on 2026-11-23 */
export type SpeechBody = {
  text: string
  voice_id: string
  language: string
  output_format: { codec: string; sample_rate?: number }
  speed?: number
}

/** Fields of the form. https://docs.x.ai/developers/model-capabilities/audio/speech-to-text, as known on 2026-11-23 */
export type TranscriptForm = { language?: string; file: { mediaType: string; data: string } }
