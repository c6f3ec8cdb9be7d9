import { isRecord, type JsonRecord } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import { parseExactJson } from '../../core/json/exact-json.ts'
import { field } from './wire.ts'

const depthMax = 64

/** A schema of the API (a subset of OpenAPI) as JSON Schema: type names in lower case, `nullable` as a type. */
export function parseGeminiSchema(schema: JsonRecord, depth = 0): JsonRecord {
  if (depth > depthMax) return {}
  const result: JsonRecord = {}
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'nullable' || key === 'propertyOrdering' || key === 'property_ordering') continue
    if (key === 'type' && isUnspecified(value)) continue
    const name = schemaNames[key] ?? key
    result[name] = numbers.has(name) && typeof value === 'string' ? numberIn(value) : value
  }
  if (typeof result.type === 'string') result.type = result.type.toLowerCase()
  if (isRecord(schema.properties)) {
    result.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, value]) => [name, inner(value, depth)]),
    )
  }
  if (schema.items !== undefined) result.items = inner(schema.items, depth)
  const anyOf = field(schema, 'anyOf')
  if (Array.isArray(anyOf)) result.anyOf = anyOf.map((value) => inner(value, depth))
  if (schema.nullable === true) allowNull(result)
  return result
}

/** Keywords in snake case → camel case. */
const schemaNames = tableOf<string>({
  any_of: 'anyOf',
  min_items: 'minItems',
  max_items: 'maxItems',
  min_length: 'minLength',
  max_length: 'maxLength',
  min_properties: 'minProperties',
  max_properties: 'maxProperties',
})

/** Keywords with a number. JSON of this API writes an int64 as a text, and reads a text as any number. */
const numbers = new Set([...Object.values(schemaNames).filter((name) => name !== 'anyOf'), 'minimum', 'maximum'])

/** The name that the API has for no type. */
const isUnspecified = (type: unknown): boolean => typeof type === 'string' && /^type_unspecified$/i.test(type)

const inner = (value: unknown, depth: number): unknown =>
  isRecord(value) ? parseGeminiSchema(value, depth + 1) : value

function allowNull(schema: JsonRecord): void {
  if (typeof schema.type === 'string') schema.type = [schema.type, 'null']
  else if (Array.isArray(schema.anyOf)) schema.anyOf = [...schema.anyOf, { type: 'null' }]
  if (Array.isArray(schema.enum)) schema.enum = [...schema.enum, null]
}

/** The number in a text, with all its digits; any other text as it is. */
const numberIn = (text: string): unknown =>
  /^\s*-?\d+(\.\d+)?(e[+-]?\d+)?\s*$/i.test(text) ? (parseExactJson(text) ?? text) : text
