import { isRecord, type JsonRecord, recordOf } from '@sluice/contract/read-json'
import { GatewayError } from '../../core/errors.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import { askedByFields } from '../../core/usage/asked-by-fields.ts'
import { readAsked, readMade } from '../../core/usage/served.ts'
import type { ReadRequest } from '../read-request.ts'
import { readAskedTools } from './asked-tools.ts'
import { countOpenaiSearches } from './requested-searches.ts'

/** The client formats of this folder: three endpoints of one family. */
export type OpenaiOperation = 'chat' | 'completions' | 'embeddings'

const maxTokensMax = 2 ** 30 - 1
const choicesMax = 128

/** Reads and checks a body of `operation`. Throws GatewayError of the caller. */
export function parseOpenaiRequest(operation: OpenaiOperation, body: JsonRecord): ReadRequest {
  const model = body.model
  if (typeof model !== 'string' || model.trim() === '') throw new GatewayError('model_required')
  if (model.length > 255) throw invalidRequest('modelTooLong')
  requireContent(operation, body)
  const options = body.stream_options
  const asked = readAsked(body)
  // https://openrouter.ai/docs/guides/overview/multimodal/image-generation, as known on 2026-11-29
  const made = readMade({ resolution: recordOf(body.image_config).image_size })
  const searches = operation === 'chat' ? countOpenaiSearches(model, body) : undefined
  const tools = (operation === 'chat' ? readAskedTools(model, body) : askedByFields(body)) ?? []
  return {
    model,
    isStream: operation !== 'embeddings' && body.stream === true,
    wantsUsage: isRecord(options) && options.include_usage === true,
    maxOutputTokens: maxOutputOf(operation, body),
    n: choicesOf(operation, body),
    body,
    ...(searches && { searches }),
    ...(tools.length > 0 && { tools }),
    ...(asked && { asked }),
    ...(made && { made }),
  }
}

function requireContent(operation: OpenaiOperation, body: JsonRecord): void {
  const field = operation === 'chat' ? 'messages' : operation === 'completions' ? 'prompt' : 'input'
  const value = body[field]
  const isMissing =
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  if (isMissing) throw new GatewayError('messages_required', { field })
  if (operation === 'chat' && !(Array.isArray(value) && value.every(isRecord))) {
    throw invalidRequest('notObjectList', { field: 'messages' })
  }
  if (operation !== 'chat' && typeof value !== 'string' && !Array.isArray(value)) {
    throw invalidRequest('notTextOrList', { field })
  }
}

function maxOutputOf(operation: OpenaiOperation, body: JsonRecord): number | null {
  if (operation === 'embeddings') return 0
  const requested = [tokenLimit(body, 'max_tokens'), tokenLimit(body, 'max_completion_tokens')]
  const known = requested.filter((value): value is number => value !== null)
  return known.length === 0 ? null : Math.max(...known)
}

function tokenLimit(body: JsonRecord, field: string): number | null {
  const value = body[field]
  if (value === undefined || value === null) return null
  const isUsable = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maxTokensMax
  if (!isUsable) throw new GatewayError('max_tokens_invalid', { field })
  return value === 0 ? null : value
}

function choicesOf(operation: OpenaiOperation, body: JsonRecord): number {
  const { n } = body
  if (operation === 'embeddings' || n === undefined || n === null) return 1
  const isUsable = typeof n === 'number' && Number.isInteger(n) && n >= 1 && n <= choicesMax
  if (!isUsable) throw invalidRequest('notWholeWithin', { field: 'n', min: 1, max: choicesMax })
  return n
}
