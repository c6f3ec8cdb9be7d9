/** https://docs.mistral.ai/studio/audio/text-to-speech/overview and github.com/mistralai/client-ts, read 2026-11-23 */
export type SpeechBody = {
  model: string
  input: string
  response_format: string
  stream: boolean
  voice_id?: string
}

// What the host's answers get for clients of OpenAI's format. Other fields pass as they came.

/** Of a completion or of a chunk of one. */
export type CompletionChoice = { text: string; logprobs: null }

/** Of a message, or of the begin of one. */
export type MessageFields = {
  content?: string
  reasoning_content?: string
  tool_calls?: { type: 'function' }[]
}

/** Of an event with sound. */
export type SoundFields = { audio: unknown }
export type SoundUsage = { input_tokens: unknown; output_tokens: unknown; total_tokens: unknown }
