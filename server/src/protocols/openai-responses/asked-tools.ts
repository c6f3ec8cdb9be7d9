import { isRecord, type JsonRecord, numberOf, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { isOneOf } from '@sluice/contract/typed-keys'
import { type ImageRequest, imageTokensOf } from '../../core/billing/image-request.ts'
import { askedByFields } from '../../core/usage/asked-by-fields.ts'
import { type AskedTool, askedByType, askedKept } from '../../core/usage/asked-tools.ts'
import { believedToolCallsMax, noUsage } from '../../core/usage/usage.ts'

/** https://github.com/openai/openai-python, types/responses/tool.py of 3.57.0, read 2026-11-29 */
const defaultPictureModel = 'gpt-image-2.6-sunburst'
const defaultFrames = 9
const memories = ['1g', '4g', '16g', '64g'] as const

/**
 * The paid tools of a body, each with the most that it may cost: all calls that the request allows where it limits
 * them, else one. Undefined without any.
 * https://developers.openai.com/api/docs/guides/tools-code-interpreter, …/tools-shell and …/image-generation, read
 * 2026-11-29
 */
export function readAskedTools(body: JsonRecord): readonly AskedTool[] | undefined {
  const listed = toolsIn(body.tools).flatMap((tool) => askedTool(tool, body) ?? [])
  const loaded = loadedTools(body.input).flatMap((tool) => askedTool(tool, body) ?? [])
  const asked = [
    ...listed,
    ...loaded.map((tool) => ({ ...tool, field: 'input' })),
    ...askedByFields(body),
    ...askedPrompt(body),
  ]
  return asked.length === 0 ? undefined : asked
}

/** A stored prompt may name tools. https://platform.openai.com/docs/api-reference/responses/create, read 2026-11-29 */
const askedPrompt = ({ prompt }: JsonRecord): AskedTool[] =>
  prompt === undefined || prompt === null || prompt === '' ? [] : [askedKept('prompt')]

const toolsIn = (tools: unknown): JsonRecord[] =>
  recordsOf(tools).flatMap((tool) => (tool.type === 'namespace' ? recordsOf(tool.tools) : [tool]))

/**
 * Tools that items of the conversation add: those that a search found, for example. What an MCP server lists
 * has no type of its own, and belongs to the tool that names the server.
 */
function loadedTools(input: unknown): JsonRecord[] {
  if (!Array.isArray(input)) return []
  const found: JsonRecord[] = []
  for (const item of input)
    if (isRecord(item) && item.tools !== undefined && item.type !== 'mcp_list_tools') found.push(...toolsIn(item.tools))
  return found
}

function askedTool(tool: JsonRecord, body: JsonRecord): AskedTool | null {
  const type = textOf(tool.type)
  if (type === 'image_generation') return askedPictures(tool, body)
  if (isOfXai(body.model) && type === 'code_interpreter')
    return askedByType('responses', 'code_execution', callsOf(body))
  const memory = memoryOf(tool)
  if (memory !== null) return { type, run: { tool: `container_${memory}`, count: 1 }, option: memory }
  // Without an environment, and with a local one, the client runs the commands.
  return type === 'shell' ? null : askedByType('responses', type, callsOf(body))
}

/** It runs code without a container. https://docs.x.ai/developers/pricing, read 2026-11-29 */
const isOfXai = (model: unknown): boolean => /(^|\/)grok/.test(textOf(model))

function callsOf({ max_tool_calls: given }: JsonRecord): number {
  const calls = numberOf(given) ?? 1
  return Number.isInteger(calls) && calls > 0 ? Math.min(calls, believedToolCallsMax) : 1
}

/** Its pictures, of which those of an edit have at least one picture before them. */
function askedPictures(tool: JsonRecord, body: JsonRecord): AskedTool {
  const model = pictureModelOf(tool)
  const count = callsOf(body)
  const each = pictureRequest(tool, tool)
  const most = imageTokensOf({ ...each, n: each.n * count, inputImages: count }, model)
  const isDrawing = tool.output_format === 'svg'
  return {
    type: 'image_generation',
    run: { tool: 'image_generation', count, model, usage: { ...noUsage, ...most } },
    option: isDrawing ? 'svg' : model,
    ...(isDrawing && { isUnpriced: true }),
  }
}

export const pictureModelOf = (tool: JsonRecord): string => textOf(tool.model) || defaultPictureModel

/** One picture: as its item says, else as the tool was set. */
export function pictureRequest(tool: JsonRecord, item: JsonRecord): ImageRequest {
  const isAnimated = tool.output_format === 'gif'
  return {
    n: isAnimated ? Math.max(1, numberOf(tool.frame_count) ?? defaultFrames) : 1,
    size: textOf(item.size) || textOf(tool.size),
    quality: textOf(item.quality) || textOf(tool.quality),
    partialImages: Math.max(0, numberOf(tool.partial_images) ?? 0),
    inputImages: 0,
    isFaithful: tool.input_fidelity === 'high',
  }
}

/**
 * The memory of the container in which a tool runs; null for tools without one. A container that is named by its id may
 * have any: the smallest is the default.
 */
export function memoryOf(tool: JsonRecord): (typeof memories)[number] | null {
  const type = textOf(tool.type)
  const container = type === 'shell' ? tool.environment : type === 'code_interpreter' ? tool.container : undefined
  if (type !== 'code_interpreter' && !isHostedShell(tool)) return null
  const memory = recordOf(container).memory_limit
  return isOneOf(memories, memory) ? memory : '1g'
}

const isHostedShell = ({ type, environment }: JsonRecord): boolean =>
  type === 'shell' && textOf(recordOf(environment).type).startsWith('container')
