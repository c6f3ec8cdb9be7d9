import { makeReason, type ReasonCode, type ReasonParams } from '@sluice/contract/error-reasons'
import { isRecord, type JsonRecord, textOf } from '@sluice/contract/read-json'
import { speechUsage } from '../../core/billing/billable.ts'
import { GatewayError } from '../../core/errors.ts'
import { isTrue, type MediaRequest, modelOf, plainRequest } from './media-request.ts'

const invalid = <Code extends ReasonCode>(code: Code, ...params: ReasonParams<Code>) =>
  new GatewayError('invalid_audio_request', { reason: makeReason(code, ...params) })

/**
 * Reads and checks a request for speech. Throws GatewayError of the caller.
 * https://platform.openai.com/docs/api-reference/audio/createSpeech, read 2026-11-21
 */
export function parseSpeechRequest(body: JsonRecord): MediaRequest {
  const model = modelOf(body)
  const input = textOf(body.input)
  if (input.trim() === '') throw invalid('isRequired', { field: 'input' })
  const request = { ...plainRequest(model, body), isStream: body.stream_format === 'sse' }
  if (!model.startsWith('tts')) return request
  return { ...request, known: { usage: speechUsage(model, input, () => 0), isEstimated: false } }
}

/**
 * Reads and checks the form of a request for a transcript. Throws GatewayError of the caller.
 * https://platform.openai.com/docs/api-reference/audio/createTranscription, read 2026-11-21
 */
export function parseTranscriptionRequest(body: JsonRecord): MediaRequest {
  const model = modelOf(body)
  if (!isRecord(body.file)) throw invalid('fileInFormRequired')
  return { ...plainRequest(model, body), isStream: isTrue(body.stream) }
}
