import { isRecord, type JsonRecord, recordOf } from '@sluice/contract/read-json'
import { GatewayError } from '../../core/errors.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import { readAsked, readMade } from '../../core/usage/served.ts'
import type { ReadRequest } from '../read-request.ts'
import { readAskedTools } from './asked-tools.ts'
import type { GeminiPath } from './parse-path.ts'
import { countGeminiSearches } from './requested-searches.ts'
import { field, protoNumberOf } from './wire.ts'

/** What the gateway reads of a request that passes unchanged. */
export interface GeminiCall extends ReadRequest {
  /** The format always reports usage. */
  wantsUsage: true
}

const maxTokensMax = 2 ** 30 - 1
const choicesMax = 128

/** Reads and checks a body sent to `path`. Throws GatewayError of the caller. */
export function parseGeminiCall(path: GeminiPath, body: JsonRecord): GeminiCall {
  if (path.model.length > 255) throw invalidRequest('modelTooLong')
  const { model, isStream } = path
  if (path.operation === 'countTokens') {
    const content = contentToCount(body)
    requireContents(content)
    return { model, isStream, wantsUsage: true, maxOutputTokens: 0, n: 1, body: content }
  }
  requireContents(body)
  const config = recordOf(field(body, 'generationConfig'))
  const asked = readAsked(body, { tier: body.serviceTier === undefined ? 'service_tier' : 'serviceTier' })
  const made = readMade({ resolution: field(recordOf(field(config, 'imageConfig')), 'imageSize') })
  const searches = countGeminiSearches(body)
  const tools = readAskedTools(body)
  return {
    model,
    isStream,
    wantsUsage: true,
    maxOutputTokens: maxOutputOf(config),
    n: choicesOf(config) ?? 1,
    body,
    ...(searches && { searches }),
    ...(tools && { tools }),
    ...(asked && { asked }),
    ...(made && { made }),
  }
}

/** What to count: only contents, or a whole request with its system text and tools. */
function contentToCount(body: JsonRecord): JsonRecord {
  const request = field(body, 'generateContentRequest')
  return isRecord(request) ? request : body
}

/** The turns of a request; throws when there are none. */
export function requireContents(body: JsonRecord): JsonRecord[] {
  const { contents } = body
  if (contents === undefined || contents === null || (Array.isArray(contents) && contents.length === 0))
    throw new GatewayError('messages_required', { field: 'contents' })
  if (!Array.isArray(contents) || !contents.every(isRecord))
    throw invalidRequest('notObjectList', { field: 'contents' })
  return contents
}

/** `maxOutputTokens` of a generation config; null = none named. */
export function maxOutputOf(config: JsonRecord): number | null {
  const value = field(config, 'maxOutputTokens')
  if (value === undefined || value === null) return null
  const tokens = protoNumberOf(value)
  if (tokens === undefined || !Number.isInteger(tokens) || tokens < 0 || tokens > maxTokensMax)
    throw new GatewayError('max_tokens_invalid', { field: 'maxOutputTokens' })
  return tokens === 0 ? null : tokens
}

/** `candidateCount` of a generation config. */
export function choicesOf(config: JsonRecord): number | undefined {
  const value = field(config, 'candidateCount')
  if (value === undefined || value === null) return undefined
  const count = protoNumberOf(value)
  if (count === undefined || !Number.isInteger(count) || count < 1 || count > choicesMax)
    throw invalidRequest('notWholeWithin', { field: 'candidateCount', min: 1, max: choicesMax })
  return count
}
