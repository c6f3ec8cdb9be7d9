import { isRecord, type JsonRecord, listOf } from '@sluice/contract/read-json'
import type { ChatRequest, ResponseFormat, Tool } from './chat-request.ts'

/** Keywords that OpenAI's strict mode refuses. */
const refused = [
  'oneOf',
  'allOf',
  'not',
  'if',
  'then',
  'else',
  'patternProperties',
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedProperties',
  'prefixItems',
  'contains',
]
const depthMax = 64

/**
 * Whether OpenAI's formats take the schema in strict mode: each object is closed and requires all of its properties.
 * Anthropic's strict mode has optional properties too.
 * https://platform.openai.com/docs/guides/structured-outputs#supported-schemas, as known on 2026-11-30
 */
export const isStrictSchema = (schema: unknown): boolean =>
  isRecord(schema) && schema.type === 'object' && schema.anyOf === undefined && isStrictAt(schema, 0)

function isStrictAt(schema: unknown, depth: number): boolean {
  if (!isRecord(schema) || depth > depthMax || refused.some((keyword) => schema[keyword] !== undefined)) return false
  const { items, anyOf, properties, $defs, definitions } = schema
  const maps = [properties, $defs, definitions].flatMap((map) => (isRecord(map) ? Object.values(map) : []))
  const within = [...maps, ...listOf(anyOf), ...(items === undefined ? [] : [items])]
  return isClosed(schema) && within.every((inner) => isStrictAt(inner, depth + 1))
}

function isClosed({ type, properties, required, additionalProperties }: JsonRecord): boolean {
  const isObject = type === 'object' || (Array.isArray(type) && type.includes('object')) || isRecord(properties)
  if (!isObject) return true
  const names = new Set(listOf(required))
  return (
    additionalProperties === false &&
    Object.keys(isRecord(properties) ? properties : {}).every((name) => names.has(name))
  )
}

/** A strict tool whose schema OpenAI's formats refuse. */
const isLoose = ({ strict, parameters = {} }: Tool): boolean => strict === true && !isStrictSchema(parameters)

/** Without the strict mode of schemas that OpenAI's formats refuse in it: the model still gets them. */
export function withStrictSchemas(request: ChatRequest): ChatRequest {
  const { tools, responseFormat } = request
  const loose = new Set(tools?.filter(isLoose))
  const changed = {
    ...(loose.size > 0 && { tools: tools?.map((tool) => (loose.has(tool) ? { ...tool, strict: false } : tool)) }),
    ...(isLooseFormat(responseFormat) && { responseFormat: { ...responseFormat, strict: false } }),
  }
  return Object.keys(changed).length === 0 ? request : { ...request, ...changed }
}

const isLooseFormat = (
  format: ResponseFormat | undefined,
): format is Extract<ResponseFormat, { kind: 'json_schema' }> =>
  format?.kind === 'json_schema' && format.strict === true && !isStrictSchema(format.schema)

/** Names of what the strict mode is left out of. `format`: the client's names of the format of the answer. */
export const strictLeftOut = ({ tools = [], responseFormat }: ChatRequest, format: readonly string[]): string[] => [
  ...(tools.some(isLoose) ? ['tools.strict'] : []),
  ...(isLooseFormat(responseFormat) ? format.map((name) => `${name}.strict`) : []),
]
