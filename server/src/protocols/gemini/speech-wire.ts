import { buildWave } from '../../core/audio/build-wave.ts'
import type { Speech, SpeechWire } from '../../core/media.ts'
import { voiceFor } from '../../core/openai-voices.ts'
import { inlineIn, refusalIn } from './image-wire.ts'
import { parseGeminiUsage } from './parse-usage.ts'
import { field } from './wire.ts'

const voiceByDefault = 'Kore'
const rateByDefault = 24_000

/**
 * Speech models, by `:generateContent`. https://ai.google.dev/gemini-api/docs/speech-generation, as known on 2026-11-22
 */
export const geminiSpeechWire: SpeechWire = {
  kind: 'speech',
  formats: ['wav', 'pcm'],
  ignores: ['speed'],
  build: ({ text, voice, instructions }) => ({
    // Instructions go before the text, because the models have no field for them.
    contents: [{ role: 'user', parts: [{ text: instructions === '' ? text : `${instructions}:\n${text}` }] }],
    generationConfig: {
      responseModalities: ['AUDIO'],
      speechConfig: {
        voiceConfig: {
          prebuiltVoiceConfig: { voiceName: voiceFor(voice, voiceByDefault) },
        },
      },
    },
  }),
  parse(answer, { format }): Speech | null {
    const pieces = inlineIn(answer, 'audio/')
    const samples = Buffer.concat(pieces.map(({ data }) => Buffer.from(data, 'base64')))
    if (samples.length === 0) return null
    const rate = Number(/rate=(\d{4,6})/.exec(pieces[0]?.mimeType ?? '')?.[1] ?? rateByDefault)
    return format === 'pcm'
      ? { kind: 'bytes', bytes: samples, contentType: 'audio/pcm' }
      : { kind: 'bytes', bytes: buildWave(samples, rate), contentType: 'audio/wav' }
  },
  parseUsage: (answer) => parseGeminiUsage(field(answer, 'usageMetadata')),
  errorIn: refusalIn,
}
