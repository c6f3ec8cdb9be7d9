import type { JsonRecord } from '@sluice/contract/read-json'

const format = { type: 'audio/pcm', rate: 24_000 }

/** The settings of a session before the client changes them. */
export const initialSession = (model: string, isBeta: boolean): JsonRecord =>
  isBeta ? betaSession(model) : buildCurrentSession(model)

const buildCurrentSession = (model: string): JsonRecord => ({
  type: 'realtime',
  model,
  output_modalities: ['audio'],
  instructions: '',
  tools: [],
  tool_choice: 'auto',
  max_output_tokens: 'inf',
  audio: {
    input: { format, transcription: null, turn_detection: { type: 'server_vad' } },
    output: { format, voice: '' },
  },
})

const betaSession = (model: string): JsonRecord => ({
  model,
  modalities: ['audio', 'text'],
  instructions: '',
  tools: [],
  tool_choice: 'auto',
  voice: '',
  input_audio_format: 'pcm16',
  output_audio_format: 'pcm16',
  input_audio_transcription: null,
  turn_detection: { type: 'server_vad' },
  max_response_output_tokens: 'inf',
})
