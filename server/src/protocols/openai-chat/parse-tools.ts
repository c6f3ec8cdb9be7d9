import { isRecord, type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { ResponseFormat, Tool, ToolChoice } from '../../core/chat/chat-request.ts'
import { defined } from '../../core/json/defined.ts'
import { parseJsonSchema } from '../json-schema-format.ts'
import { parseCacheMark } from './cache-mark.ts'

export interface ParsedTools {
  tools?: Tool[]
  toolChoice?: ToolChoice
}

/** Tools and the choice among them, including the legacy `functions` and `function_call`. Hosted tools are omitted. */
export function parseTools(body: JsonRecord): ParsedTools {
  const listed = [
    ...recordsOf(body.tools).map(parseTool),
    ...recordsOf(body.functions).map((wire) => parseFunction(wire, undefined)),
  ]
  const tools = listed.filter((tool) => tool !== null)
  if (tools.length === 0) return {}
  const { choice, only } = parseToolChoice(body.tool_choice ?? body.function_call)
  const allowed = only ? tools.filter((tool) => only.includes(tool.name)) : tools
  return defined<ParsedTools>({ tools: allowed, toolChoice: choice })
}

function parseTool(wire: JsonRecord): Tool | null {
  const type = textOf(wire.type)
  if (type === 'custom') return parseCustomTool(recordOf(wire.custom))
  // Some clients omit the type.
  if (type !== '' && type !== 'function') return null
  return parseFunction(recordOf(wire.function), wire.cache_control)
}

function parseFunction(wire: JsonRecord, cacheControl: unknown): Tool | null {
  const name = textOf(wire.name)
  if (name === '') return null
  return defined<Tool>({
    name,
    description: typeof wire.description === 'string' ? wire.description : undefined,
    parameters: isRecord(wire.parameters) ? wire.parameters : undefined,
    strict: typeof wire.strict === 'boolean' ? wire.strict : undefined,
    cache: parseCacheMark(cacheControl ?? wire.cache_control),
  })
}

/** A tool with free-form input, which only OpenAI has, as a function with one text argument. */
function parseCustomTool(wire: JsonRecord): Tool | null {
  const name = textOf(wire.name)
  if (name === '') return null
  return defined<Tool>({
    name,
    description: typeof wire.description === 'string' ? wire.description : undefined,
    parameters: { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] },
  })
}

/** `only`: the names in a list of allowed tools. */
export function parseToolChoice(wire: unknown): { choice: ToolChoice | undefined; only?: string[] } {
  if (wire === 'auto' || wire === 'none' || wire === 'required') return { choice: { kind: wire } }
  if (wire === 'any') return { choice: { kind: 'required' } }
  if (!isRecord(wire)) return { choice: undefined }
  if (wire.type === 'allowed_tools') {
    const allowed = recordOf(wire.allowed_tools ?? wire)
    const only = recordsOf(allowed.tools).map(chosenName)
    return { choice: { kind: allowed.mode === 'required' ? 'required' : 'auto' }, only }
  }
  const name = chosenName(wire)
  return { choice: name === '' ? undefined : { kind: 'named', name } }
}

const chosenName = (wire: JsonRecord): string =>
  textOf(recordOf(wire.function).name) || textOf(recordOf(wire.custom).name) || textOf(wire.name)

export function parseResponseFormat(wire: unknown): ResponseFormat | undefined {
  const format = recordOf(wire)
  if (format.type === 'text') return { kind: 'text' }
  if (format.type === 'json_object') return { kind: 'json' }
  if (format.type !== 'json_schema') return undefined
  return parseJsonSchema(recordOf(format.json_schema))
}
