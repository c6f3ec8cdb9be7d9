import { type JsonRecord, recordOf, textOf } from '@sluice/contract/read-json'
import { isOneOf } from '@sluice/contract/typed-keys'
import { type ChatRequest, type Effort, serviceTiers, type Thinking } from '../../core/chat/chat-request.ts'
import type { Message } from '../../core/chat/content.ts'
import { openaiFieldsOf } from '../../core/chat/openai-fields.ts'
import { createUnreadParts } from '../../core/chat/unread-fields.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import { defined } from '../../core/json/defined.ts'
import { parseInput } from './parse-input.ts'
import { parseTextFormat, parseTools } from './parse-tools.ts'
import { readResponsesRequest } from './read-request.ts'
import { createToolIndex } from './tool-index.ts'

/**
 * A Responses body in the neutral form. Throws GatewayError of the caller; unknown fields are omitted.
 * https://platform.openai.com/docs/api-reference/responses/create, read 2026-11-20
 */
export function parseResponsesRequest(body: JsonRecord): ChatRequest {
  const checked = readResponsesRequest('responses', body)
  const toolIndex = createToolIndex(body)
  const unread = createUnreadParts()
  return defined<ChatRequest>({
    model: checked.model,
    messages: [...instructionsOf(body), ...parseInput(body.input, toolIndex, unread)],
    isStream: checked.isStream,
    wantsUsage: true,
    maxOutputTokens: checked.maxOutputTokens ?? undefined,
    temperature: numberField(body, 'temperature'),
    topP: numberField(body, 'top_p'),
    ...parseTools(body, toolIndex),
    parallelToolCalls: typeof body.parallel_tool_calls === 'boolean' ? body.parallel_tool_calls : undefined,
    responseFormat: parseTextFormat(recordOf(body.text).format),
    thinking: parseThinking(recordOf(body.reasoning)),
    userId: textOf(body.safety_identifier) || textOf(body.user) || undefined,
    serviceTier: serviceTiers.find((tier) => tier === body.service_tier),
    openai: openaiFieldsOf((name) => (name === 'verbosity' ? recordOf(body.text).verbosity : body[name])),
    unread: unread.names(),
  })
}

function instructionsOf({ instructions }: JsonRecord): Message[] {
  const text = textOf(instructions)
  return text === '' ? [] : [{ role: 'system', parts: [{ kind: 'text', text }] }]
}

function numberField(body: JsonRecord, field: string): number | undefined {
  const value = body[field]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isFinite(value)) throw invalidRequest('notNumber', { field })
  return value
}

const efforts: readonly Effort[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/**
 * Thoughts are shown to clients that request a summary, which by itself does not ask for thinking.
 * https://platform.openai.com/docs/api-reference/responses/create, as known on 2026-11-28
 */
export function parseThinking({ effort, summary, generate_summary: older }: JsonRecord): Thinking | undefined {
  const isShown = textOf(summary ?? older) !== ''
  if (effort === 'none') return { kind: 'off' }
  if (isOneOf(efforts, effort)) return { kind: 'effort', effort, isShown }
  return isShown ? { kind: 'adaptive', isShown, isUnasked: true } : undefined
}
