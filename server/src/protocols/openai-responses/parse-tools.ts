import { isRecord, type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { ResponseFormat, Tool, ToolChoice } from '../../core/chat/chat-request.ts'
import { defined } from '../../core/json/defined.ts'
import { parseJsonSchema } from '../json-schema-format.ts'
import { customParameters } from './custom-tools.ts'
import { namedIn, type ToolIndex } from './tool-index.ts'

export interface ParsedTools {
  tools?: Tool[]
  toolChoice?: ToolChoice
}

/** Tools and the choice among them, without namespaces. Hosted tools are omitted. */
export function parseTools(body: JsonRecord, toolIndex: ToolIndex): ParsedTools {
  const tools = toolIndex.tools.map(parseTool)
  if (tools.length === 0) return {}
  const { choice, only } = parseToolChoice(body.tool_choice, toolIndex)
  const allowed = only ? tools.filter((tool) => only.includes(tool.name)) : tools
  return defined<ParsedTools>({ tools: allowed, toolChoice: choice })
}

function parseTool({ wire, tool, flatName }: ToolIndex['tools'][number]): Tool {
  const parameters = isRecord(wire.parameters) ? wire.parameters : undefined
  return defined<Tool>({
    name: flatName,
    description: typeof wire.description === 'string' ? wire.description : undefined,
    parameters: tool.isCustom ? customParameters : parameters,
    strict: typeof wire.strict === 'boolean' ? wire.strict : undefined,
  })
}

/** `only`: the names in a list of allowed tools. A choice of a hosted tool is dropped. */
export function parseToolChoice(
  wire: unknown,
  toolIndex: ToolIndex,
): { choice: ToolChoice | undefined; only?: string[] } {
  if (wire === 'auto' || wire === 'none' || wire === 'required') return { choice: { kind: wire } }
  if (!isRecord(wire)) return { choice: undefined }
  if (wire.type === 'allowed_tools') {
    const only = recordsOf(wire.tools).flatMap((one) =>
      one.type === 'namespace' ? namesWithin(toolIndex, textOf(one.name)) : [namedIn(toolIndex, one)],
    )
    return { choice: { kind: wire.mode === 'required' ? 'required' : 'auto' }, only }
  }
  const name = namedIn(toolIndex, wire)
  const isOurs = wire.type === 'function' || wire.type === 'custom'
  return { choice: isOurs && name !== '' ? { kind: 'named', name } : undefined }
}

const namesWithin = (toolIndex: ToolIndex, namespace: string): string[] =>
  toolIndex.tools.filter(({ namespaces }) => namespaces.includes(namespace)).map(({ flatName }) => flatName)

export function parseTextFormat(wire: unknown): ResponseFormat | undefined {
  const format = recordOf(wire)
  if (format.type === 'text') return { kind: 'text' }
  if (format.type === 'json_object') return { kind: 'json' }
  if (format.type !== 'json_schema') return undefined
  return parseJsonSchema(format)
}
