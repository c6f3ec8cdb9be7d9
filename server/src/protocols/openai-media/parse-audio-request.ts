import { isRecord, textOf } from '@sluice/contract/read-json'
import { speechUsage } from '../../core/billing/billable.ts'
import { GatewayError } from '../../core/errors.ts'
import { isTrue, type MediaRequest, modelOf, plainRequest, type Wire } from './media-request.ts'

const invalid = (reason: string) => new GatewayError('invalid_audio_request', { reason })

/**
 * Reads and checks a request for speech. Throws GatewayError of the caller.
 * https://platform.openai.com/docs/api-reference/audio/createSpeech, read 2026-11-21
 */
export function parseSpeechRequest(body: Wire): MediaRequest {
  const model = modelOf(body)
  const input = textOf(body.input)
  if (input.trim() === '') throw invalid('input is required')
  const request = { ...plainRequest(model, body), isStream: body.stream_format === 'sse' }
  if (!model.startsWith('tts')) return request
  return { ...request, known: { usage: speechUsage(model, input, () => 0), isEstimated: false } }
}

/**
 * Reads and checks the form of a request for a transcript. Throws GatewayError of the caller.
 * https://platform.openai.com/docs/api-reference/audio/createTranscription, read 2026-11-21
 */
export function parseTranscriptionRequest(body: Wire): MediaRequest {
  const model = modelOf(body)
  if (!isRecord(body.file)) throw invalid('file is required, in a form (multipart/form-data)')
  return { ...plainRequest(model, body), isStream: isTrue(body.stream) }
}
