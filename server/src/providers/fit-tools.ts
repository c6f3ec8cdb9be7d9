import { isRecord } from '@sluice/contract/read-json'
import { fitParameters, type SchemaDialect } from '../core/chat/fit-schema.ts'
import { type Body, type FittedBody, unchanged } from './fit-body.ts'

type Format = 'chat' | 'responses' | 'anthropic'
const fieldOf = { responses: 'parameters', anthropic: 'input_schema' } as const

/** The functions of a body with parameters in `dialect`. Tools that the host runs itself have none. */
export function fitTools({ tools }: Body, format: Format, dialect: SchemaDialect): FittedBody {
  if (!Array.isArray(tools)) return unchanged
  const fitted = tools.map((tool: unknown) => fitTool(tool, format, dialect))
  return fitted.every((tool, index) => tool === tools[index]) ? unchanged : { ...unchanged, set: { tools: fitted } }
}

function fitTool(tool: unknown, format: Format, dialect: SchemaDialect): unknown {
  if (!isRecord(tool)) return tool
  if (format !== 'chat') return withParameters(tool, fieldOf[format], dialect)
  if (!isRecord(tool.function)) return tool
  const fitted = withParameters(tool.function, 'parameters', dialect)
  return fitted === tool.function ? tool : { ...tool, function: fitted }
}

function withParameters(tool: Record<string, unknown>, field: string, dialect: SchemaDialect) {
  const parameters = tool[field]
  if (!isRecord(parameters)) return tool
  const fitted = fitParameters(parameters, dialect)
  return fitted === parameters ? tool : { ...tool, [field]: fitted }
}
