import { isRecord, type JsonRecord, recordsOf } from '@sluice/contract/read-json'
import type { ChatRequest, Tool } from '../../core/chat/chat-request.ts'
import { fitParameters } from '../../core/chat/fit-schema.ts'
import { jsonInstruction } from '../../core/chat/json-instruction.ts'
import type { ModelRules } from '../../core/chat/model-rules.ts'
import { defined } from '../../core/json/defined.ts'
import { buildText, cacheControl } from './build-content.ts'
import { buildConversation, trimPrefill } from './build-messages.ts'
import { buildThinking } from './build-thinking.ts'
import { closeSchema } from './close-schema.ts'
import type { RequestBody, RequestTool, RequestToolChoice } from './wire.ts'

const userIdLengthMax = 256

/**
 * A body for `POST /v1/messages`, from a request adapted to the model (`fit-request.ts`). The API has no field for
 * seed, penalties, `n` above one, sound, reasoning without a signature, or citations of earlier turns: they are
 * dropped.
 */
export function buildAnthropicRequest(request: ChatRequest, rules: ModelRules): JsonRecord {
  const { system, turns } = buildConversation(request.messages, rules)
  trimPrefill(turns)
  const format = buildText(formatLine(request, rules), undefined)
  const systemBlocks = format ? [...system, format] : system
  const { thinking, effort } = buildThinking(request.thinking, rules.thinking?.off ?? 'taken')
  const body = defined<RequestBody>({
    model: request.model,
    max_tokens: Math.max(1, request.maxOutputTokens ?? rules.defaultMaxOutputTokens ?? 1),
    system: systemBlocks.length > 0 ? systemBlocks : undefined,
    messages: turns,
    tools: request.tools?.length ? request.tools.map(buildTool) : undefined,
    tool_choice: buildToolChoice(request),
    temperature: request.temperature === undefined ? undefined : Math.max(0, request.temperature),
    top_p: request.topP,
    top_k: request.topK,
    stop_sequences: nonEmpty(request.stop?.filter((text) => text.trim() !== '')),
    thinking,
    output_config: buildOutputConfig(request, rules, effort),
    metadata: request.userId ? { user_id: request.userId.slice(0, userIdLengthMax) } : undefined,
    service_tier: buildServiceTier(request),
    stream: request.isStream ? true : undefined,
  })
  limitCacheMarks(body)
  return body
}

const nonEmpty = <T>(list: T[] | undefined): T[] | undefined => (list?.length ? list : undefined)

const buildTool = (tool: Tool): RequestTool =>
  defined<RequestTool>({
    name: tool.name,
    description: tool.description,
    input_schema: fitParameters(tool.parameters),
    strict: tool.strict,
    ...cacheControl(tool.cache),
  })

function buildToolChoice({ tools, toolChoice: choice, parallelToolCalls }: ChatRequest): RequestToolChoice | undefined {
  if (!tools?.length) return undefined
  if (choice?.kind === 'none') return { type: 'none' }
  const disable = parallelToolCalls === false ? { disable_parallel_tool_use: true } : {}
  if (!choice && parallelToolCalls !== false) return undefined
  if (choice?.kind === 'required') return { type: 'any', ...disable }
  if (choice?.kind === 'named') return { type: 'tool', name: choice.name, ...disable }
  return { type: 'auto', ...disable }
}

/** An instruction to answer in JSON, for models without a setting for it. */
function formatLine({ responseFormat }: ChatRequest, rules: ModelRules): string {
  if (!responseFormat || (responseFormat.kind === 'json_schema' && rules.takesJsonSchema)) return ''
  return jsonInstruction(responseFormat)
}

function buildOutputConfig(
  { responseFormat }: ChatRequest,
  rules: ModelRules,
  effort: string | undefined,
): RequestBody['output_config'] {
  const hasSchema = responseFormat?.kind === 'json_schema' && rules.takesJsonSchema
  if (!hasSchema && !effort) return undefined
  return {
    ...(effort ? { effort } : {}),
    ...(hasSchema ? { format: { type: 'json_schema', schema: closeSchema(responseFormat.schema) } } : {}),
  }
}

const buildServiceTier = ({ serviceTier }: ChatRequest): RequestBody['service_tier'] =>
  serviceTier === 'auto' ? 'auto' : serviceTier === 'default' ? 'standard_only' : undefined

const cacheMarksMax = 4

/** The API refuses more than four marks. The last ones end the longest prefixes. */
function limitCacheMarks(body: JsonRecord): void {
  const messages = recordsOf(body.messages).flatMap((turn) => recordsOf(turn.content))
  const blocks = messages.flatMap((block) => [...recordsOf(block.content), block])
  const marked = [...recordsOf(body.tools), ...recordsOf(body.system), ...blocks].filter((block) =>
    isRecord(block.cache_control),
  )
  for (const block of marked.slice(0, -cacheMarksMax)) delete block.cache_control
}
