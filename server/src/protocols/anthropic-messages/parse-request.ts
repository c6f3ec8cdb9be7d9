import { isRecord, type JsonRecord, nearestOf, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { isOneOf } from '@sluice/contract/typed-keys'
import type { ChatRequest, Effort, ResponseFormat, Thinking, Tool, ToolChoice } from '../../core/chat/chat-request.ts'
import type { Message, Part } from '../../core/chat/content.ts'
import { createUnreadParts, type UnreadParts } from '../../core/chat/unread-fields.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import { type ContentRules, cacheOf, parseContent } from './parse-content.ts'
import { readAnthropicRequest } from './read-request.ts'

/**
 * A body of `POST /v1/messages` in the neutral form. Omitted, as they have no neutral form: server tools and their
 * blocks, `container`, `mcp_servers`, `context_management`, `fallbacks`, `speed`, `inference_geo`, `task_budget`.
 * Throws GatewayError of the caller.
 */
export function parseAnthropicRequest(body: JsonRecord): ChatRequest {
  const { model, isStream, maxOutputTokens } = readAnthropicRequest('messages', body)
  const unread = createUnreadParts()
  const messages = [
    ...systemOf(body.system, unread),
    ...recordsOf(body.messages).map((message, index) => messageOf(message, index, unread)),
  ]
  markLastPart(messages, body)
  const tools = recordsOf(body.tools)
    .filter((tool) => isOwnTool(tool) && textOf(tool.name) !== '')
    .map(toolOf)
  const choice = recordOf(body.tool_choice)
  return {
    model,
    messages,
    isStream,
    wantsUsage: true,
    ...defined({
      maxOutputTokens: maxOutputTokens ?? undefined,
      temperature: requireNumber(body, 'temperature'),
      topP: requireNumber(body, 'top_p'),
      topK: requireNumber(body, 'top_k'),
      stop: stopOf(body.stop_sequences),
      tools: tools.length > 0 ? tools : undefined,
      toolChoice: toolChoiceOf(choice, tools),
      parallelToolCalls:
        typeof choice.disable_parallel_tool_use === 'boolean' ? !choice.disable_parallel_tool_use : undefined,
      responseFormat: responseFormatOf(body),
      thinking: thinkingOf(body),
      userId: textOf(recordOf(body.metadata).user_id) || undefined,
      serviceTier: serviceTierOf(body.service_tier),
      unread: unread.names(),
    }),
  }
}

type Settings = Partial<Omit<ChatRequest, 'model' | 'messages' | 'isStream' | 'wantsUsage'>>

/** Only the given settings: undefined means absent, and zero does not. */
const defined = (settings: { [K in keyof Settings]: Settings[K] | undefined }): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))

const contentRules = (place: string, unread: UnreadParts): ContentRules => ({
  newId: () => {
    throw invalidRequest('toolUseWithoutId')
  },
  toolName: (name) => name,
  onUnread: (kind) => unread.note(place, kind),
  onUnreadInResult: (kind) => unread.note(`${place}.tool_result`, kind),
})

function systemOf(system: unknown, unread: UnreadParts): Message[] {
  if (system === undefined || system === null) return []
  const parts = contentOf(system, 'system', contentRules('system', unread))
  return parts.length > 0 ? [{ role: 'system', parts }] : []
}

function messageOf(wire: JsonRecord, index: number, unread: UnreadParts): Message {
  const { role } = wire
  if (role !== 'user' && role !== 'assistant' && role !== 'system') {
    throw invalidRequest('notKnown', { field: `messages.${index}.role` })
  }
  return { role, parts: contentOf(wire.content, `messages.${index}.content`, contentRules('messages', unread)) }
}

function contentOf(content: unknown, field: string, rules: ContentRules): Part[] {
  if (typeof content === 'string') return parseContent(content, rules)
  if (!Array.isArray(content)) {
    throw invalidRequest('notTextOrList', { field })
  }
  return parseContent(content.map(readableBlock), rules)
}

/** A compaction replaces everything before it: other formats get its summary as plain text. */
const readableBlock = (block: unknown): unknown =>
  isRecord(block) && block.type === 'compaction' ? { type: 'text', text: block.content } : block

/** Automatic caching, set at the top level, becomes a mark on the last part. */
function markLastPart(messages: Message[], body: JsonRecord): void {
  const part = messages.at(-1)?.parts.at(-1)
  if (!part || part.kind === 'reasoning' || part.kind === 'audio' || part.kind === 'refusal') return
  const { cache } = cacheOf(body)
  if (cache && !part.cache) part.cache = cache
}

/** Tools with a dated type run on Anthropic's servers. */
export const isOwnTool = ({ type }: JsonRecord): boolean => type === undefined || type === null || type === 'custom'

const toolOf = (tool: JsonRecord): Tool => ({
  name: textOf(tool.name),
  ...(typeof tool.description === 'string' ? { description: tool.description } : {}),
  ...(isRecord(tool.input_schema) ? { parameters: tool.input_schema } : {}),
  ...(typeof tool.strict === 'boolean' ? { strict: tool.strict } : {}),
  ...cacheOf(tool),
})

function toolChoiceOf(choice: JsonRecord, tools: readonly Tool[]): ToolChoice | undefined {
  if (tools.length === 0) return undefined
  switch (choice.type) {
    case 'auto':
      return { kind: 'auto' }
    case 'none':
      return { kind: 'none' }
    case 'any':
      return { kind: 'required' }
    case 'tool':
      return tools.some((tool) => tool.name === choice.name)
        ? { kind: 'named', name: textOf(choice.name) }
        : { kind: 'auto' }
    default:
      return undefined
  }
}

export function responseFormatOf(body: JsonRecord): ResponseFormat | undefined {
  // `output_format` is the older name of the same object.
  const format = recordOf(recordOf(body.output_config).format ?? body.output_format)
  if (format.type !== 'json_schema' || !isRecord(format.schema)) return undefined
  return { kind: 'json_schema', schema: format.schema, strict: true }
}

export const efforts: readonly Effort[] = ['low', 'medium', 'high', 'xhigh', 'max']

function thinkingOf(body: JsonRecord): Thinking | undefined {
  const wire = recordOf(body.thinking)
  const requested = recordOf(body.output_config).effort
  const effort = isOneOf(efforts, requested) ? requested : undefined
  const shown = displays.get(wire.display)
  const isShown = shown === undefined ? {} : { isShown: shown }
  switch (wire.type) {
    case 'adaptive':
      return { kind: 'adaptive', ...(effort ? { effort } : {}), ...isShown }
    case 'enabled':
      return { kind: 'budget', tokens: requireNumber(wire, 'budget_tokens') ?? -1, ...isShown }
    case 'disabled':
    case 'between_tools':
      return { kind: 'off' }
    default:
      return effort && { kind: 'effort', effort }
  }
}

const displays = new Map<unknown, boolean>([
  ['summarized', true],
  ['omitted', false],
])

function stopOf(stop: unknown): string[] | undefined {
  const texts = Array.isArray(stop) ? stop.filter((text) => typeof text === 'string') : []
  return texts.length > 0 ? texts : undefined
}

export const serviceTierOf = (tier: unknown): ChatRequest['serviceTier'] =>
  tier === 'auto' ? 'auto' : tier === 'standard_only' ? 'default' : undefined

function requireNumber(wire: JsonRecord, field: string): number | undefined {
  const value = nearestOf(wire[field])
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number') throw invalidRequest('notNumber', { field })
  return value
}
