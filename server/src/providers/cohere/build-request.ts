import type { ChatRequest, ResponseFormat, Thinking, ToolChoice } from '../../core/chat/chat-request.ts'
import type { Message, Part, ToolCallPart, ToolResultPart } from '../../core/chat/content.ts'
import { effortBudgets } from '../../core/chat/map-thinking.ts'
import { defined } from '../../core/json/defined.ts'
import { buildFunctionTool } from '../function-tool.ts'
import type {
  ChatBody,
  WireAssistant,
  WireCall,
  WireContent,
  WireFormat,
  WireImage,
  WireMessage,
  WireThinking,
} from './wire.ts'

/** The API accepts at most this many stop sequences. */
const stopMax = 5

/** Body of `POST /v2/chat`. https://docs.cohere.com/reference/chat, as known on 2026-11-20 */
export function buildCohereRequest(request: ChatRequest): ChatBody {
  return defined<ChatBody>({
    model: request.model,
    messages: request.messages.flatMap(buildMessage),
    stream: request.isStream,
    max_tokens: request.maxOutputTokens,
    temperature: within(request.temperature, 0, 1),
    p: within(request.topP, 0.01, 0.99),
    k: within(request.topK, 0, 500),
    stop_sequences: request.stop?.slice(0, stopMax),
    seed: request.seed,
    presence_penalty: within(request.presencePenalty, 0, 1),
    frequency_penalty: within(request.frequencyPenalty, 0, 1),
    response_format: request.responseFormat && buildResponseFormat(request.responseFormat),
    thinking: thinks(request.model) ? buildThinking(request.thinking) : undefined,
    ...buildTools(request),
  })
}

const within = (value: number | undefined, min: number, max: number): number | undefined =>
  value === undefined ? undefined : Math.min(Math.max(value, min), max)

/** Other models refuse the field. */
const thinks = (model: string): boolean => /reasoning/i.test(model)

function buildThinking(thinking: Thinking | undefined): WireThinking | undefined {
  switch (thinking?.kind) {
    case undefined:
      return undefined
    case 'off':
      return { type: 'disabled' }
    case 'budget':
      return thinking.tokens < 0 ? { type: 'enabled' } : { type: 'enabled', token_budget: thinking.tokens }
    case 'effort':
    case 'adaptive': {
      if (thinking.kind === 'adaptive' && thinking.isUnasked) return undefined
      const { effort } = thinking
      if (effort === 'none') return { type: 'disabled' }
      const isBound = effort === 'minimal' || effort === 'low' || effort === 'medium'
      return isBound ? { type: 'enabled', token_budget: effortBudgets[effort] } : { type: 'enabled' }
    }
  }
}

function buildResponseFormat(format: ResponseFormat): WireFormat {
  if (format.kind === 'text') return { type: 'text' }
  return defined<Extract<WireFormat, { type: 'json_object' }>>({
    type: 'json_object',
    json_schema: format.kind === 'json' ? undefined : format.schema,
  })
}

function buildTools({ tools = [], toolChoice }: ChatRequest): Pick<ChatBody, 'tools' | 'tool_choice' | 'strict_tools'> {
  if (tools.length === 0) return {}
  // A tool choice cannot name a tool, so only the named tool is offered.
  const offered = toolChoice?.kind === 'named' ? tools.filter(({ name }) => name === toolChoice.name) : tools
  return defined<Pick<ChatBody, 'tools' | 'tool_choice' | 'strict_tools'>>({
    tools: offered.map(buildFunctionTool),
    tool_choice: toolChoice && choices[toolChoice.kind],
    strict_tools: offered.every(({ strict }) => strict === true) ? true : undefined,
  })
}

const choices: Record<ToolChoice['kind'], ChatBody['tool_choice']> = {
  auto: undefined,
  none: 'NONE',
  required: 'REQUIRED',
  named: 'REQUIRED',
}

/** Tool results come before the user's text of the same turn. */
function buildMessage({ role, parts }: Message): WireMessage[] {
  if (role === 'assistant') return [buildAssistant(parts)]
  if (role === 'system') return [{ role, content: textsOf(parts).join('\n\n') }]
  const results = parts.filter((part) => part.kind === 'tool_result')
  // A tool message holds only text: images in a tool result move to the user's message.
  const shown = results.flatMap(({ content }) => content.filter((part) => part.kind === 'image'))
  const messageParts = [...shown, ...parts.filter((part) => part.kind !== 'tool_result')]
  const tools = results.map(buildResult)
  return messageParts.length === 0 && tools.length > 0
    ? tools
    : [...tools, { role, content: buildContent(messageParts) }]
}

function buildAssistant(parts: readonly Part[]): WireAssistant {
  const calls = parts.filter((part) => part.kind === 'tool_call')
  const text = textsOf(parts).join('')
  return defined<WireAssistant>({
    role: 'assistant',
    content: text === '' && calls.length > 0 ? undefined : text,
    tool_calls: calls.length > 0 ? calls.map(buildCall) : undefined,
  })
}

const buildCall = ({ id, name, arguments: given }: ToolCallPart): WireCall => ({
  id,
  type: 'function',
  function: { name, arguments: given },
})

function buildResult({ callId, content, isError }: ToolResultPart): WireMessage {
  const texts = textsOf(content)
  return {
    role: 'tool',
    tool_call_id: callId,
    content: (isError ? ['Error:', ...texts] : texts).join('\n\n'),
  }
}

/** Plain text where possible: models without vision refuse lists. */
function buildContent(parts: readonly Part[]): string | WireContent[] {
  if (!parts.some(({ kind }) => kind === 'image')) return textsOf(parts).join('\n\n')
  return parts.flatMap((part): WireContent[] => {
    if (part.kind === 'image') return imageOf(part)
    return textsOf([part]).map((text) => ({ type: 'text', text }))
  })
}

function imageOf({ source, detail }: Extract<Part, { kind: 'image' }>): WireImage[] {
  if (source.kind !== 'url' && source.kind !== 'base64') return []
  const url = source.kind === 'url' ? source.url : `data:${source.mediaType};base64,${source.data}`
  return [{ type: 'image_url', image_url: defined<WireImage['image_url']>({ url, detail }) }]
}

/** Texts, including documents of plain text. */
const textsOf = (parts: readonly Part[]): string[] =>
  parts.flatMap((part) => {
    if (part.kind === 'text' || part.kind === 'refusal') return [part.text]
    return part.kind === 'file' && part.source.kind === 'text' ? [part.source.text] : []
  })
