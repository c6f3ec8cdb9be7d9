import type { JsonRecord } from '@sluice/contract/read-json'
import type { ChatRequest } from '../../core/chat/chat-request.ts'
import type { ModelRules } from '../../core/chat/model-rules.ts'
import { buildAnthropicRequest } from './build-request.ts'

const countedFields = ['model', 'messages', 'system', 'tools', 'tool_choice', 'thinking', 'output_config']

/** A body for `POST /v1/messages/count_tokens`: the counted content, without settings of the answer. */
export function buildCountTokensRequest(request: ChatRequest, rules: ModelRules): JsonRecord {
  const body = buildAnthropicRequest(request, rules)
  return Object.fromEntries(countedFields.filter((field) => field in body).map((field) => [field, body[field]]))
}

export const buildTokenCount = (inputTokens: number): JsonRecord => ({ input_tokens: inputTokens })

/** The count in an upstream's answer; null when it has none. */
export function parseTokenCount(body: JsonRecord): number | null {
  const count = body.input_tokens
  return typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : null
}
