import type { ResponseFormat, Tool, ToolChoice } from '../../core/chat/chat-request.ts'
import { customParameters } from './custom-tools.ts'
import { defined, isRecord, recordOf, recordsOf, textOf, type Wire } from './wire.ts'

export interface ParsedTools {
  tools?: Tool[]
  toolChoice?: ToolChoice
}

/** Tools and the choice among them. Tools that the API runs itself are left out. */
export function parseTools(body: Wire): ParsedTools {
  const tools = recordsOf(body.tools)
    .map(parseTool)
    .filter((tool) => tool !== null)
  if (tools.length === 0) return {}
  const { choice, only } = parseToolChoice(body.tool_choice)
  const allowed = only ? tools.filter((tool) => only.includes(tool.name)) : tools
  return defined<ParsedTools>({ tools: allowed, toolChoice: choice })
}

function parseTool(wire: Wire): Tool | null {
  const name = textOf(wire.name)
  const isCustom = wire.type === 'custom'
  if (name === '' || (wire.type !== 'function' && !isCustom)) return null
  const parameters = isRecord(wire.parameters) ? wire.parameters : undefined
  return defined<Tool>({
    name,
    description: typeof wire.description === 'string' ? wire.description : undefined,
    parameters: isCustom ? customParameters : parameters,
    strict: typeof wire.strict === 'boolean' ? wire.strict : undefined,
  })
}

/** `only`: the names a list of allowed tools leaves. A choice of what the API runs itself is none. */
function parseToolChoice(wire: unknown): { choice: ToolChoice | undefined; only?: string[] } {
  if (wire === 'auto' || wire === 'none' || wire === 'required') return { choice: { kind: wire } }
  if (!isRecord(wire)) return { choice: undefined }
  if (wire.type === 'allowed_tools') {
    const only = recordsOf(wire.tools).map(({ name }) => textOf(name))
    return { choice: { kind: wire.mode === 'required' ? 'required' : 'auto' }, only }
  }
  const name = textOf(wire.name)
  const isOurs = wire.type === 'function' || wire.type === 'custom'
  return { choice: isOurs && name !== '' ? { kind: 'named', name } : undefined }
}

/** `text.format`. */
export function parseTextFormat(wire: unknown): ResponseFormat | undefined {
  const format = recordOf(wire)
  if (format.type === 'text') return { kind: 'text' }
  if (format.type === 'json_object') return { kind: 'json' }
  if (format.type !== 'json_schema') return undefined
  if (!isRecord(format.schema)) return { kind: 'json' }
  return defined<Extract<ResponseFormat, { kind: 'json_schema' }>>({
    kind: 'json_schema',
    schema: format.schema,
    name: textOf(format.name) || undefined,
    description: textOf(format.description) || undefined,
    strict: typeof format.strict === 'boolean' ? format.strict : undefined,
  })
}
