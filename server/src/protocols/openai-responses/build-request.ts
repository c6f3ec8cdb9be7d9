import { type JsonRecord, recordOf } from '@sluice/contract/read-json'
import type { ChatRequest, ResponseFormat, Thinking, ToolChoice } from '../../core/chat/chat-request.ts'
import { fitParameters } from '../../core/chat/fit-schema.ts'
import { mapBudgetToEffort } from '../../core/chat/map-thinking.ts'
import { defined } from '../../core/json/defined.ts'
import { buildInput } from './build-input.ts'
import type { RequestBody, RequestFormat, RequestReasoning, RequestText } from './wire.ts'

/** The API refuses smaller limits. */
const outputMin = 16
/** Longest `safety_identifier` that the API accepts. */
const userLengthMax = 64

/**
 * A Responses body. Features that the protocol lacks are omitted. Nothing is stored: the answer holds the state of the
 * thoughts that the next turn needs.
 */
export function buildResponsesRequest(
  request: ChatRequest,
  rules: { systemRole?: 'system' | 'developer' } = {},
): RequestBody {
  const { maxOutputTokens, userId } = request
  const { verbosity: _, ...shared } = request.openai ?? {}
  return defined<RequestBody>({
    model: request.model,
    input: buildInput(request.messages, rules.systemRole ?? 'system'),
    stream: request.isStream ? true : undefined,
    store: false,
    include: ['reasoning.encrypted_content'],
    max_output_tokens: maxOutputTokens === undefined ? undefined : Math.max(outputMin, maxOutputTokens),
    temperature: request.temperature,
    top_p: request.topP,
    ...buildTools(request),
    text: buildText(request),
    reasoning: request.thinking && buildReasoning(request.thinking),
    // A longer name is refused, and a shortened one could match another user.
    safety_identifier: userId && userId.length <= userLengthMax ? userId : undefined,
    service_tier: request.serviceTier,
    ...shared,
  })
}

function buildTools({
  tools,
  toolChoice,
  parallelToolCalls,
}: ChatRequest): Pick<RequestBody, 'tools' | 'tool_choice' | 'parallel_tool_calls'> {
  if (!tools || tools.length === 0) return {}
  return {
    // The default here is strict, which not every schema supports.
    tools: tools.map(({ name, description, parameters, strict = false }) =>
      defined<JsonRecord>({
        type: 'function',
        name,
        description,
        parameters: fitParameters(parameters),
        strict,
      }),
    ),
    tool_choice: toolChoice && buildToolChoice(toolChoice),
    parallel_tool_calls: parallelToolCalls,
  }
}

const buildToolChoice = (choice: ToolChoice): RequestBody['tool_choice'] =>
  choice.kind === 'named' ? { type: 'function', name: choice.name } : choice.kind

function buildText({ responseFormat, openai }: ChatRequest): RequestText | undefined {
  const verbosity = openai?.verbosity
  if (!responseFormat && verbosity === undefined) return undefined
  return defined<RequestText>({ format: responseFormat && buildTextFormat(responseFormat), verbosity })
}

function buildTextFormat(format: ResponseFormat): RequestFormat {
  if (format.kind === 'text') return { type: 'text' }
  if (format.kind === 'json') return { type: 'json_object' }
  const { name = 'answer', schema, description, strict } = format
  return defined<RequestFormat>({ type: 'json_schema', name, schema, description, strict })
}

/** The fields of `body` with the requested thinking. Without an effort, the body's own effort stays. */
export function buildReasoningFields(body: JsonRecord, thinking: Thinking): JsonRecord {
  const { effort, ...rest } = buildReasoning(thinking)
  const given = recordOf(body.reasoning)
  return { reasoning: defined<JsonRecord>({ ...rest, ...given, effort: effort ?? given.effort }) }
}

function buildReasoning(thinking: Thinking): RequestReasoning {
  if (thinking.kind === 'off') return { effort: 'none' }
  const effort = thinking.kind === 'budget' ? mapBudgetToEffort(thinking.tokens) : thinking.effort
  return defined<RequestReasoning>({ effort, summary: thinking.isShown === false ? undefined : 'auto' })
}
