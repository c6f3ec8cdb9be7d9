/** https://openrouter.ai/docs/api/api-reference/stt/create-transcription, read 2026-11-23 */
export type TranscriptBody = {
  model: string
  input_audio: { data: string; format: string }
  language?: string
}
