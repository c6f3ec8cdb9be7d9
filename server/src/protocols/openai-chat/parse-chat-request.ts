import { type JsonRecord, listOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { type ChatRequest, serviceTiers } from '../../core/chat/chat-request.ts'
import { openaiFieldsOf } from '../../core/chat/openai-fields.ts'
import { createUnreadParts } from '../../core/chat/unread-fields.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import { defined } from '../../core/json/defined.ts'
import { parseMessages } from './parse-messages.ts'
import { parseOpenaiRequest } from './parse-request.ts'
import { parseThinking } from './parse-thinking.ts'
import { parseResponseFormat, parseTools } from './parse-tools.ts'

/**
 * A Chat Completions body in the neutral form. Throws GatewayError of the caller; unknown fields are omitted.
 * https://platform.openai.com/docs/api-reference/chat/create
 */
export function parseOpenaiChatRequest(body: JsonRecord): ChatRequest {
  const checked = parseOpenaiRequest('chat', body)
  const unread = createUnreadParts()
  return defined<ChatRequest>({
    model: checked.model,
    messages: parseMessages(recordsOf(body.messages), unread),
    isStream: checked.isStream,
    wantsUsage: checked.isStream && checked.wantsUsage,
    maxOutputTokens: checked.maxOutputTokens ?? undefined,
    temperature: numberField(body, 'temperature'),
    topP: numberField(body, 'top_p'),
    topK: numberField(body, 'top_k'),
    stop: parseStop(body.stop),
    seed: numberField(body, 'seed'),
    presencePenalty: numberField(body, 'presence_penalty'),
    frequencyPenalty: numberField(body, 'frequency_penalty'),
    n: body.n === undefined || body.n === null ? undefined : checked.n,
    ...parseTools(body),
    parallelToolCalls: typeof body.parallel_tool_calls === 'boolean' ? body.parallel_tool_calls : undefined,
    responseFormat: parseResponseFormat(body.response_format),
    modalities: parseModalities(body.modalities),
    thinking: parseThinking(body),
    userId: textOf(body.safety_identifier) || textOf(body.user) || undefined,
    serviceTier: serviceTiers.find((tier) => tier === body.service_tier),
    openai: openaiFieldsOf((name) => body[name]),
    unread: unread.names(),
  })
}

function numberField(body: JsonRecord, field: string): number | undefined {
  const value = body[field]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isFinite(value)) throw invalidRequest('notNumber', { field })
  return value
}

/** Texts of a list in lower case; undefined where there are none. */
function parseModalities(wire: unknown): string[] | undefined {
  const kinds = listOf(wire).flatMap((kind) => (typeof kind === 'string' ? [kind.toLowerCase()] : []))
  return kinds.length > 0 ? kinds : undefined
}

function parseStop(wire: unknown): string[] | undefined {
  if (wire === undefined || wire === null) return undefined
  const list = typeof wire === 'string' ? [wire] : wire
  if (!Array.isArray(list) || !list.every((entry) => typeof entry === 'string'))
    throw invalidRequest('notTextList', { field: 'stop' })
  const stop = list.filter((entry) => entry !== '')
  return stop.length > 0 ? stop : undefined
}
