import type { JsonRecord } from '@sluice/contract/read-json'
import type { ChatRequest, ResponseFormat, Thinking, Tool, ToolChoice } from '../../core/chat/chat-request.ts'
import { fitParameters } from '../../core/chat/fit-schema.ts'
import { mapBudgetToEffort } from '../../core/chat/map-thinking.ts'
import { defined } from '../../core/json/defined.ts'
import { buildMessages } from './build-messages.ts'
import { buildCacheMark } from './cache-mark.ts'
import type { OpenaiChatRules } from './chat-rules.ts'
import type { RequestBody, WireResponseFormat, WireTool, WireToolChoice } from './wire.ts'

/** The API accepts at most this many stop sequences. */
const stopMax = 4
/** Longest `user` that the API accepts. */
const userLengthMax = 64

/** A Chat Completions body. Features that the protocol lacks or `rules` do not allow are omitted. */
export function buildOpenaiChatRequest(request: ChatRequest, rules: OpenaiChatRules = {}): RequestBody {
  const asksUsage = request.isStream && rules.reportsStreamUsage !== false
  return defined<RequestBody>({
    model: request.model,
    messages: buildMessages(request.messages, rules),
    stream: request.isStream ? true : undefined,
    stream_options: asksUsage ? { include_usage: true } : undefined,
    [rules.maxTokensField ?? 'max_tokens']: request.maxOutputTokens,
    temperature: request.temperature,
    top_p: request.topP,
    top_k: rules.takesTopK ? request.topK : undefined,
    stop: request.stop?.slice(0, stopMax),
    seed: request.seed,
    presence_penalty: request.presencePenalty,
    frequency_penalty: request.frequencyPenalty,
    n: request.n,
    ...buildTools(request, rules),
    response_format: request.responseFormat && buildResponseFormat(request.responseFormat),
    reasoning_effort: request.thinking && effortOfThinking(request.thinking),
    // A longer name is refused, and a shortened one could match another user.
    user: request.userId && request.userId.length <= userLengthMax ? request.userId : undefined,
    service_tier: request.serviceTier,
    ...buildModalities(request),
    ...(rules.takesOpenaiFields ? buildOpenaiFields(request) : {}),
  })
}

/** Images, as at OpenRouter. Sound needs the field `audio` beside it. */
const buildModalities = ({ modalities }: ChatRequest): JsonRecord =>
  modalities?.includes('image') ? { modalities } : {}

/** `metadata` is refused for answers that are not stored. */
function buildOpenaiFields({ openai = {} }: ChatRequest): JsonRecord {
  const { metadata: _, ...fields } = openai
  return fields
}

function buildTools(
  request: ChatRequest,
  rules: OpenaiChatRules,
): Pick<RequestBody, 'tools' | 'tool_choice' | 'parallel_tool_calls'> {
  // An empty list is refused, and so is a choice without tools.
  if (!request.tools || request.tools.length === 0) return {}
  return {
    tools: request.tools.map((tool) => buildTool(tool, rules)),
    tool_choice: request.toolChoice && buildToolChoice(request.toolChoice),
    parallel_tool_calls: request.parallelToolCalls,
  }
}

function buildTool(tool: Tool, rules: OpenaiChatRules): WireTool {
  const { name, description, parameters, strict } = tool
  const described = defined<NonNullable<WireTool['function']>>({
    name,
    description,
    strict,
    parameters: parameters && fitParameters(parameters),
  })
  const mark = rules.keepsCacheMarks && tool.cache ? { cache_control: buildCacheMark(tool.cache) } : {}
  return { type: 'function', function: described, ...mark }
}

const buildToolChoice = (choice: ToolChoice): WireToolChoice =>
  choice.kind === 'named' ? { type: 'function', function: { name: choice.name } } : choice.kind

function buildResponseFormat(format: ResponseFormat): WireResponseFormat {
  if (format.kind === 'text') return { type: 'text' }
  if (format.kind === 'json') return { type: 'json_object' }
  const { name = 'answer', schema, description, strict } = format
  return {
    type: 'json_schema',
    json_schema: defined<object>({ name, schema, description, strict }),
  }
}

/** The nearest effort; undefined leaves it to the model. */
function effortOfThinking(thinking: Thinking): string | undefined {
  switch (thinking.kind) {
    case 'off':
      return 'none'
    case 'effort':
    case 'adaptive':
      return thinking.effort
    case 'budget':
      return mapBudgetToEffort(thinking.tokens)
    default:
      return thinking satisfies never
  }
}
