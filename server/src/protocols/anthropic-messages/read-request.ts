import { isRecord, type JsonRecord } from '@sluice/contract/read-json'
import { GatewayError } from '../../core/errors.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import { readAsked } from '../../core/usage/served.ts'
import type { ReadRequest } from '../read-request.ts'
import { readAskedTools } from './asked-tools.ts'
import { countAnthropicSearches } from './requested-searches.ts'

export type AnthropicOperation = 'messages' | 'count_tokens'

/** What the gateway reads of a request; the bytes themselves pass unchanged. */
export interface AnthropicRequest extends ReadRequest {
  /** Every stream of this format reports its usage. */
  wantsUsage: true
  /** Always one in this format. */
  n: 1
}

const maxTokensMax = 2 ** 30 - 1
const modelLengthMax = 255

/** Reads and checks a body of `operation`. Throws GatewayError of the caller. */
export function readAnthropicRequest(operation: AnthropicOperation, body: JsonRecord): AnthropicRequest {
  const model = body.model
  if (typeof model !== 'string' || model.trim() === '') throw new GatewayError('model_required')
  if (model.length > modelLengthMax) throw invalidRequest('modelTooLong')
  refuseThread(body.thread)
  requireMessages(body.messages)
  const asked = readAsked(body)
  const searches = countAnthropicSearches(body)
  const tools = readAskedTools(body)
  return {
    model,
    isStream: operation === 'messages' && body.stream === true,
    wantsUsage: true,
    maxOutputTokens: operation === 'messages' ? maxTokensOf(body.max_tokens) : 0,
    n: 1,
    body,
    ...(searches && { searches }),
    ...(tools && { tools }),
    ...(asked && { asked }),
  }
}

/**
 * A thread keeps the conversation in one account of Anthropic, and each turn sends only the new messages: another
 * account or format would answer without the beginning, and many callers share an account. Anthropic's clients send the
 * whole conversation after this refusal (SDK for JavaScript 1.12, read 2026-11-22).
 */
function refuseThread(thread: unknown): void {
  if (isRecord(thread)) throw new GatewayError('thread_unsupported_request')
}

function requireMessages(messages: unknown): void {
  if (messages === undefined || messages === null || (Array.isArray(messages) && messages.length === 0)) {
    throw new GatewayError('messages_required', { field: 'messages' })
  }
  if (!Array.isArray(messages) || !messages.every(isRecord)) {
    throw invalidRequest('notObjectList', { field: 'messages' })
  }
}

function maxTokensOf(value: unknown): number | null {
  if (value === undefined || value === null) return null
  const isUsable = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maxTokensMax
  if (!isUsable) throw new GatewayError('max_tokens_invalid', { field: 'max_tokens' })
  return value === 0 ? null : value
}
