import { isRecord, type JsonRecord, numberOf, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { invalidRequest } from '../../core/invalid-request.ts'
import { voiceFor } from '../../core/openai-voices.ts'

/** The settings of a session, from OpenAI's session object, current or beta. */
export interface LiveConfig {
  instructions: string
  modality: 'AUDIO' | 'TEXT'
  /** Google's name; null = the model's default. */
  voice: string | null
  temperature?: number
  maxOutputTokens?: number
  functions: FunctionTool[]
  /** Null = the client marks its turns itself. */
  detection: TurnDetection | null
  /** Null = the audio of the client is not transcribed. */
  transcription: { language: string } | null
}

interface FunctionTool {
  name: string
  description: string
  parameters: JsonRecord | null
}

interface TurnDetection {
  prefixPaddingMs?: number
  silenceMs?: number
  /** The sensitivity of the detection of the end of speech. */
  eagerness: 'low' | 'high' | null
  interrupts: boolean
}

/** The session with the fields of an update, which replace the old ones. */
export function mergeSession(session: JsonRecord, update: JsonRecord): JsonRecord {
  const audio = recordOf(session.audio)
  const changed = recordOf(update.audio)
  const merged = isRecord(update.audio)
    ? {
        input: { ...recordOf(audio.input), ...recordOf(changed.input) },
        output: { ...recordOf(audio.output), ...recordOf(changed.output) },
      }
    : session.audio
  return { ...session, ...update, ...(merged !== undefined && { audio: merged }) }
}

/** Throws GatewayError of the caller for settings that a session of Google does not support. */
export function readLiveConfig(session: JsonRecord): LiveConfig {
  if (session.type === 'transcription') throw invalidRequest('transcribingUnsupported')
  const { input, output } = {
    input: recordOf(recordOf(session.audio).input),
    output: recordOf(recordOf(session.audio).output),
  }
  requirePcm('input', input.format ?? session.input_audio_format)
  requirePcm('output', output.format ?? session.output_audio_format)
  const modalities = session.output_modalities ?? session.modalities
  const isText = Array.isArray(modalities) && modalities.length > 0 && !modalities.includes('audio')
  const voice = textOf(output.voice ?? session.voice)
  const temperature = numberOf(session.temperature)
  const maxOutputTokens = numberOf(session.max_output_tokens ?? session.max_response_output_tokens)
  const transcription = input.transcription ?? session.input_audio_transcription
  return {
    instructions: textOf(session.instructions),
    modality: isText ? 'TEXT' : 'AUDIO',
    voice: voiceFor(voice, '') || null,
    ...(temperature !== undefined && { temperature }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    functions: session.tool_choice === 'none' ? [] : recordsOf(session.tools).map(readTool),
    detection: readDetection('turn_detection' in input ? input.turn_detection : session.turn_detection),
    transcription: isRecord(transcription) ? { language: textOf(transcription.language) } : null,
  }
}

/** 24 000 samples of 16 bits a second, the only format that both sides have. */
function requirePcm(side: string, format: unknown): void {
  const name = isRecord(format) ? textOf(format.type) : textOf(format)
  const rate = isRecord(format) ? (numberOf(format.rate) ?? 24_000) : 24_000
  const isPcm = name === '' || name === 'pcm16' || (name === 'audio/pcm' && rate === 24_000)
  if (!isPcm) throw invalidRequest(side === 'input' ? 'inputSoundNotPcm' : 'outputSoundNotPcm')
}

function readTool(tool: JsonRecord): FunctionTool {
  const name = textOf(tool.name)
  if (tool.type !== 'function' || name === '') throw invalidRequest('sessionFunctionsOnly')
  return {
    name,
    description: textOf(tool.description),
    parameters: isRecord(tool.parameters) ? tool.parameters : null,
  }
}

/** Absent: turns are detected; null switches that off. */
function readDetection(wire: unknown): TurnDetection | null {
  if (wire === null) return null
  const detection = recordOf(wire)
  if (detection.create_response === false) throw invalidRequest('createResponseRequired')
  const prefixPaddingMs = numberOf(detection.prefix_padding_ms)
  const silenceMs = numberOf(detection.silence_duration_ms)
  const { eagerness } = detection
  return {
    ...(prefixPaddingMs !== undefined && { prefixPaddingMs }),
    ...(silenceMs !== undefined && { silenceMs }),
    eagerness: eagerness === 'low' || eagerness === 'high' ? eagerness : null,
    interrupts: detection.interrupt_response !== false,
  }
}
