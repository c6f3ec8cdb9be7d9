import { isRecord, type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { ChatRequest, Tool, ToolChoice } from '../../core/chat/chat-request.ts'
import { defined } from '../../core/json/defined.ts'
import { parseGeminiSchema } from './parse-schema.ts'
import { field, toolsIn } from './wire.ts'

/** Functions and the choice among them. Tools that the provider runs itself have no neutral form. */
export function parseTools(body: JsonRecord): Pick<ChatRequest, 'tools' | 'toolChoice'> {
  const all = toolsIn(body)
    .flatMap((tool) => recordsOf(field(tool, 'functionDeclarations')))
    .filter((wire) => textOf(wire.name) !== '')
    .map(parseTool)
  if (all.length === 0) return {}
  const config = recordOf(field(recordOf(field(body, 'toolConfig')), 'functionCallingConfig'))
  const { toolChoice, allowed } = parseChoice(config)
  const offered = all.filter((tool) => allowed.has(tool.name))
  const tools = offered.length > 0 ? offered : all
  return defined<Pick<ChatRequest, 'tools' | 'toolChoice'>>({ tools, toolChoice })
}

function parseTool(wire: JsonRecord): Tool {
  const schema = field(wire, 'parametersJsonSchema')
  const subset = isRecord(wire.parameters) ? parseGeminiSchema(wire.parameters) : undefined
  return defined<Tool>({
    name: textOf(wire.name),
    description: textOf(wire.description) || undefined,
    parameters: isRecord(schema) ? schema : subset,
  })
}

/** A choice among several functions has no neutral form: only those are offered. */
function parseChoice(config: JsonRecord): { toolChoice: ToolChoice | undefined; allowed: Set<string> } {
  const mode = textOf(config.mode).toUpperCase()
  const listed = field(config, 'allowedFunctionNames')
  const names = Array.isArray(listed) ? listed.map(textOf).filter((name) => name !== '') : []
  const [only] = names
  if (mode === 'NONE') return { toolChoice: { kind: 'none' }, allowed: new Set() }
  if (mode === 'AUTO') return { toolChoice: { kind: 'auto' }, allowed: new Set() }
  // Calls must match their schema and text is allowed: the closest neutral choice is automatic.
  if (mode === 'VALIDATED') return { toolChoice: { kind: 'auto' }, allowed: new Set(names) }
  if (mode !== 'ANY') return { toolChoice: undefined, allowed: new Set() }
  if (only !== undefined && names.length === 1) return { toolChoice: { kind: 'named', name: only }, allowed: new Set() }
  return { toolChoice: { kind: 'required' }, allowed: new Set(names) }
}
