import type { JsonRecord } from '@sluice/contract/read-json'
import { defined } from '../../core/json/defined.ts'
import { cleanSchema } from '../../protocols/gemini/clean-schema.ts'
import type { LiveConfig } from './session-config.ts'

/**
 * The first message of a connection. With `hasHistory` the turns that follow are read before the conversation begins;
 * with a `handle` an earlier connection's session continues. https://ai.google.dev/api/live, as known on 2026-11-22
 */
export function buildSetup(
  model: string,
  config: LiveConfig,
  { hasHistory = false, handle }: { hasHistory?: boolean; handle?: string } = {},
): JsonRecord {
  const { instructions, functions, transcription, modality } = config
  return {
    setup: defined({
      model,
      generationConfig: defined({
        responseModalities: [modality],
        temperature: config.temperature,
        maxOutputTokens: config.maxOutputTokens,
        speechConfig:
          config.voice === null ? undefined : { voiceConfig: { prebuiltVoiceConfig: { voiceName: config.voice } } },
      }),
      systemInstruction: instructions === '' ? undefined : { parts: [{ text: instructions }] },
      tools: functions.length === 0 ? undefined : [{ functionDeclarations: functions.map(buildFunction) }],
      realtimeInputConfig: buildInputConfig(config),
      inputAudioTranscription: transcription === null ? undefined : buildTranscription(transcription),
      outputAudioTranscription: modality === 'AUDIO' ? {} : undefined,
      historyConfig: hasHistory ? { initialHistoryInClientContent: true } : undefined,
      // Asks for handles, by which the session can continue on another connection.
      sessionResumption: handle === undefined ? {} : { handle },
    }),
  }
}

const buildFunction = ({ name, description, parameters }: LiveConfig['functions'][number]): JsonRecord =>
  defined({
    name,
    description: description === '' ? undefined : description,
    parameters: parameters === null ? undefined : cleanSchema(parameters),
  })

const buildTranscription = ({ language }: NonNullable<LiveConfig['transcription']>): JsonRecord =>
  language === '' ? {} : { languageCodes: [language] }

function buildInputConfig({ detection }: LiveConfig): JsonRecord | undefined {
  if (detection === null) return { automaticActivityDetection: { disabled: true } }
  const { prefixPaddingMs, silenceMs, eagerness, interrupts } = detection
  const detected = defined({
    prefixPaddingMs,
    silenceDurationMs: silenceMs,
    endOfSpeechSensitivity: eagerness === null ? undefined : `END_SENSITIVITY_${eagerness.toUpperCase()}`,
  })
  const config = defined({
    automaticActivityDetection: Object.keys(detected).length === 0 ? undefined : detected,
    activityHandling: interrupts ? undefined : 'NO_INTERRUPTION',
  })
  return Object.keys(config).length === 0 ? undefined : config
}
