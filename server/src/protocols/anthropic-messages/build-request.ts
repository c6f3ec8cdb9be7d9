import type { ChatRequest, Tool } from '../../core/chat/chat-request.ts'
import { buildText, cacheControl } from './build-content.ts'
import { buildConversation, endWithUser, isLoopWithoutThinking } from './build-messages.ts'
import { type BuiltThinking, buildThinking } from './build-thinking.ts'
import { closeSchema } from './close-schema.ts'
import type { AnthropicRules } from './model-rules.ts'
import { anthropicToolName } from './tool-names.ts'
import { isRecord, recordsOf, type Wire, withoutUndefined } from './wire.ts'

const userIdLengthMax = 256

/**
 * A body for `POST /v1/messages` of a model with `rules`. Dropped, having no place there: seed, penalties, n beyond
 * one, sound, sampling where the model refuses it, reasoning without a signature, citations of earlier turns.
 */
export function buildAnthropicRequest(request: ChatRequest, rules: AnthropicRules): Wire {
  const { system, turns } = buildConversation(request.messages, rules)
  const maxTokens = Math.max(
    1,
    Math.min(request.maxOutputTokens ?? rules.defaultMaxTokens, rules.maxTokensMax),
  )
  let thinking = buildThinking(request.thinking, maxTokens, rules)
  if (thinking.hasBudget && isLoopWithoutThinking(turns)) {
    thinking = { maxTokens, isActive: false, hasBudget: false }
  }
  endWithUser(turns, rules.takesPrefill && !thinking.isActive)
  const isForced = request.toolChoice?.kind === 'required' || request.toolChoice?.kind === 'named'
  const canForce = rules.takesForcedTools && !thinking.hasBudget
  const lines = [isForced && !canForce ? forceLine(request) : '', formatLine(request, rules)]
  const instructions = lines.map((line) => buildText(line, undefined)).filter((block) => block !== null)
  const systemBlocks = [...system, ...instructions]
  const body = withoutUndefined({
    model: request.model,
    max_tokens: thinking.maxTokens,
    system: systemBlocks.length > 0 ? systemBlocks : undefined,
    messages: turns,
    tools: request.tools?.length ? request.tools.map(buildTool) : undefined,
    tool_choice: buildToolChoice(request, canForce),
    ...buildSampling(request, rules, thinking),
    stop_sequences: nonEmpty(request.stop?.filter((text) => text.trim() !== '')),
    thinking: thinking.thinking,
    output_config: buildOutputConfig(request, rules, thinking),
    metadata: request.userId ? { user_id: request.userId.slice(0, userIdLengthMax) } : undefined,
    service_tier: buildServiceTier(request),
    stream: request.isStream ? true : undefined,
  })
  limitCacheMarks(body)
  return body
}

const nonEmpty = <T>(list: T[] | undefined): T[] | undefined => (list?.length ? list : undefined)

const buildTool = (tool: Tool): Wire =>
  withoutUndefined({
    name: anthropicToolName(tool.name),
    description: tool.description,
    input_schema: { type: 'object', ...(tool.parameters ?? { properties: {} }) },
    strict: tool.strict,
    ...cacheControl(tool.cache),
  })

function buildToolChoice(request: ChatRequest, canForce: boolean): Wire | undefined {
  if (!request.tools?.length) return undefined
  const { toolChoice: choice, parallelToolCalls } = request
  if (choice?.kind === 'none') return { type: 'none' }
  const disable = parallelToolCalls === false ? { disable_parallel_tool_use: true } : {}
  if (!choice && parallelToolCalls !== false) return undefined
  if (choice?.kind === 'required' && canForce) return { type: 'any', ...disable }
  if (choice?.kind === 'named' && canForce)
    return { type: 'tool', name: anthropicToolName(choice.name), ...disable }
  return { type: 'auto', ...disable }
}

/** Asks in words for a call where the model refuses to be forced. */
function forceLine({ toolChoice, tools }: ChatRequest): string {
  if (!tools?.length) return ''
  return toolChoice?.kind === 'named'
    ? `Answer by calling the tool ${anthropicToolName(toolChoice.name)}, and with nothing else.`
    : 'Answer by calling one of the tools, and with nothing else.'
}

/** Asks in words for JSON where there is no setting for it. */
function formatLine({ responseFormat }: ChatRequest, rules: AnthropicRules): string {
  if (!responseFormat || responseFormat.kind === 'text') return ''
  if (responseFormat.kind === 'json') return 'Answer with JSON only, without any text around it.'
  if (rules.takesJsonSchema) return ''
  const schema = JSON.stringify(responseFormat.schema)
  return `Answer with JSON only, without any text around it. It must match this JSON Schema: ${schema}`
}

function buildOutputConfig(
  { responseFormat }: ChatRequest,
  rules: AnthropicRules,
  thinking: BuiltThinking,
): Wire | undefined {
  const hasSchema = responseFormat?.kind === 'json_schema' && rules.takesJsonSchema
  if (!hasSchema && !thinking.effort) return undefined
  return {
    ...(thinking.effort ? { effort: thinking.effort } : {}),
    ...(hasSchema ? { format: { type: 'json_schema', schema: closeSchema(responseFormat.schema) } } : {}),
  }
}

/** Newer models refuse sampling; older ones refuse most of it beside thinking, and top_p beside temperature. */
function buildSampling(request: ChatRequest, rules: AnthropicRules, { isActive }: BuiltThinking): Wire {
  if (!rules.takesSampling) return {}
  const { temperature, topP, topK } = request
  if (isActive) return { top_p: topP !== undefined && topP >= 0.95 ? topP : undefined }
  return {
    temperature: temperature === undefined ? undefined : Math.min(1, Math.max(0, temperature)),
    top_p: temperature === undefined ? topP : undefined,
    top_k: topK,
  }
}

const buildServiceTier = ({ serviceTier }: ChatRequest): string | undefined =>
  serviceTier === 'auto' ? 'auto' : serviceTier === 'default' ? 'standard_only' : undefined

const cacheMarksMax = 4

/** The API refuses more than four marks. The last ones end the longest prefixes. */
function limitCacheMarks(body: Wire): void {
  const messages = recordsOf(body.messages).flatMap((turn) => recordsOf(turn.content))
  const blocks = messages.flatMap((block) => [...recordsOf(block.content), block])
  const marked = [...recordsOf(body.tools), ...recordsOf(body.system), ...blocks].filter((block) =>
    isRecord(block.cache_control),
  )
  for (const block of marked.slice(0, -cacheMarksMax)) delete block.cache_control
}
