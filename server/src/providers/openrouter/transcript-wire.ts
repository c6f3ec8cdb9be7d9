import { recordOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import { defined } from '../../core/json/defined.ts'
import type { TranscriptWire } from '../../core/media.ts'
import { secondsOf } from '../../core/usage/usage-report.ts'
import { parseTranscriptionUsage } from '../../protocols/openai-media/parse-usage.ts'
import type { TranscriptBody } from './wire.ts'

/** Media types whose second part is not the name of the format. */
const formats = tableOf<string>({
  'audio/mpeg': 'mp3',
  'audio/x-wav': 'wav',
  'audio/wave': 'wav',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
  'audio/x-flac': 'flac',
  'video/mp4': 'm4a',
  'video/webm': 'webm',
})
const formatOf = (mediaType: string): string => {
  const [type = ''] = mediaType.split(';')
  return formats[type] ?? type.split('/')[1] ?? 'wav'
}

/**
 * The body is JSON with the recording in base64. A transcript has no times; the usage has tokens or seconds.
 * https://openrouter.ai/docs/api/api-reference/stt/create-transcription, read 2026-11-23
 */
export const transcriptWire: TranscriptWire = {
  kind: 'transcripts',
  build: ({ recording: { data, mediaType }, language }, model) =>
    defined<TranscriptBody>({
      model,
      input_audio: { data, format: formatOf(mediaType) },
      language: language || undefined,
    }),
  parse({ text, usage }) {
    const seconds = secondsOf(recordOf(usage).seconds)
    return typeof text === 'string' ? { text, ...(seconds !== null && { seconds }) } : null
  },
  parseUsage: ({ usage }) => parseTranscriptionUsage(usage),
}
