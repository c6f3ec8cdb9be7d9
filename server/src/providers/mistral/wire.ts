/** https://docs.mistral.ai/studio/audio/text-to-speech/overview and github.com/mistralai/client-ts, read 2026-11-23 */
export type SpeechBody = {
  model: string
  input: string
  response_format: string
  stream: boolean
  voice_id?: string
}
