import { isRecord, type JsonRecord, listOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { Searches } from '../../core/billing/reservation.ts'
import { GatewayError } from '../../core/errors.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import { readAsked } from '../../core/usage/served.ts'
import { believedToolCallsMax } from '../../core/usage/usage.ts'
import type { ReadRequest } from '../read-request.ts'
import { readAskedTools } from './asked-tools.ts'
import { referenceOf } from './item-reference.ts'

/** What the gateway reads of a request; the bytes themselves pass unchanged if the upstream speaks this format too. */
export interface ResponsesRequest extends ReadRequest {
  /** Usage is always reported. */
  wantsUsage: true
  n: 1
  /** The field that refers to something stored at one upstream: a translated call cannot serve it. */
  storedBy?: string
  /** The upstream answers at once and works on; the answer is fetched later. */
  isBackground?: true
  /** The answer that it continues. */
  previousResponseId?: string
}

const maxTokensMax = 2 ** 30 - 1

/** Reads and checks a body. Throws GatewayError of the caller. */
export function readResponsesRequest(kind: 'responses' | 'count_tokens', body: JsonRecord): ResponsesRequest {
  const model = body.model
  if (typeof model !== 'string' || model.trim() === '') throw new GatewayError('model_required')
  if (model.length > 255) throw invalidRequest('modelTooLong')
  const continued = storedFieldOf(body)
  requireInput(body, continued !== undefined)
  const isBackground = kind === 'responses' && body.background === true
  const storedBy = continued ?? (isBackground ? 'background' : undefined)
  const previousResponseId = textOf(body.previous_response_id)
  const asked = readAsked(body)
  const searches = countRequestedSearches(body)
  const tools = readAskedTools(body)
  return {
    model,
    isStream: kind === 'responses' && body.stream === true,
    wantsUsage: true,
    maxOutputTokens: maxOutputOf(body.max_output_tokens),
    n: 1,
    body,
    ...(searches && { searches }),
    ...(tools && { tools }),
    ...(asked && { asked }),
    ...(storedBy !== undefined && { storedBy }),
    ...(isBackground && { isBackground }),
    ...(previousResponseId !== '' && { previousResponseId }),
  }
}

function storedFieldOf(body: JsonRecord): string | undefined {
  for (const field of ['previous_response_id', 'conversation', 'prompt'])
    if (body[field] !== undefined && body[field] !== null && body[field] !== '') return field
  return listOf(body.input).some((item) => referenceOf(item) !== null) ? 'item_reference' : undefined
}

/** A stored conversation may continue without new input. */
function requireInput({ input }: JsonRecord, isStored: boolean): void {
  if (input === undefined || input === null || input === '') {
    if (isStored) return
    throw new GatewayError('messages_required', { field: 'input' })
  }
  if (typeof input === 'string') return
  if (!Array.isArray(input) || !input.every(isRecord)) throw invalidRequest('notItemList', { field: 'input' })
  if (input.length === 0 && !isStored) throw new GatewayError('messages_required', { field: 'input' })
}

function maxOutputOf(value: unknown): number | null {
  if (value === undefined || value === null) return null
  const isUsable = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maxTokensMax
  if (!isUsable) throw new GatewayError('max_tokens_invalid', { field: 'max_output_tokens' })
  return value === 0 ? null : value
}

/**
 * The most searches that may be charged: all calls of tools that the request allows, or one for each search tool.
 * https://platform.openai.com/docs/guides/tools-web-search and …/tools-file-search, read 2026-11-20
 */
function countRequestedSearches(body: JsonRecord): Searches | undefined {
  const types = recordsOf(body.tools).map(({ type }) => textOf(type))
  const web = types.filter((type) => type.startsWith('web_search')).length
  const files = types.filter((type) => type === 'file_search').length
  if (web + files === 0) return undefined
  const allowed = body.max_tool_calls
  const calls =
    typeof allowed === 'number' && Number.isInteger(allowed) && allowed > 0
      ? Math.min(allowed, believedToolCallsMax)
      : 1
  return {
    ...(web > 0 && { web_search: Math.max(web, calls) }),
    ...(files > 0 && { file_search: Math.max(files, calls) }),
  }
}
