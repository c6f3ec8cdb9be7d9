import { isRawJson, isRecord, type JsonRecord, listOf, recordOf, recordsOf } from '@sluice/contract/read-json'
import { schemaAt } from '../../core/chat/schema-reference.ts'

/** Bounds of a cleaned schema: references may double its size with every level. */
const depthMax = 32
const nodesMax = 5000

/** Keywords with the same meaning in both, which need no cleaning. */
const plainKeywords = [
  'description',
  'nullable',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
  'minimum',
  'maximum',
  'pattern',
  'propertyOrdering',
]
const stringFormats = new Set(['enum', 'date-time'])
const numberFormats = new Set(['float', 'double', 'int32', 'int64'])

/**
 * A JSON Schema as the subset of OpenAPI that `parameters` and `responseSchema` accept: references resolved, recursion
 * cut, unknown keywords omitted, alternatives as `anyOf`, null as `nullable`. Undefined for an object without
 * properties: the field must then be absent.
 * https://ai.google.dev/api/caching#Schema, read 2026-11-20
 */
export function cleanSchema(schema: JsonRecord): JsonRecord | undefined {
  const cleaned = createCleaner(schema)(schema, [])
  return cleaned.type === 'object' && !cleaned.properties ? undefined : cleaned
}

/** A schema and the references that lead to it. */
interface Resolved {
  schema: JsonRecord
  path: string[]
}

function createCleaner(root: JsonRecord) {
  let nodes = 0
  return clean

  function clean(value: unknown, path: string[], depth = 0): JsonRecord {
    // The schema allows any value, and a model can always write text.
    if (!isRecord(value)) return { type: 'string' }
    if (++nodes > nodesMax || depth > depthMax) return { type: 'object' }
    const resolved = resolve(value, path)
    if (resolved.isCut) return { type: 'object' }
    const merged = mergeAllOf(resolved)
    return cleanResolved(merged.schema, merged.path, depth)
  }

  function resolve(value: JsonRecord, path: string[]): Resolved & { isCut: boolean } {
    let schema = value
    let inner = path
    while (typeof schema.$ref === 'string') {
      const reference = schema.$ref
      const target = schemaAt(root, reference)
      if (inner.includes(reference) || !target) return { schema, path: inner, isCut: true }
      inner = [...inner, reference]
      const { $ref: _, ...beside } = schema
      schema = { ...target, ...beside }
    }
    return { schema, path: inner, isCut: false }
  }

  function mergeAllOf({ schema, path }: Resolved): Resolved {
    if (!Array.isArray(schema.allOf)) return { schema, path }
    const { allOf: _, ...merged } = schema
    let around = path
    for (const part of recordsOf(schema.allOf)) {
      const resolved = resolve(part, path)
      if (resolved.isCut || ++nodes > nodesMax || resolved.path.length > depthMax) continue
      const { schema: piece, path: inner } = mergeAllOf(resolved)
      // The target of a reference must not lead back to it.
      around = [...new Set([...around, ...inner])]
      const properties = { ...recordOf(piece.properties), ...recordOf(merged.properties) }
      const required = [...listOf(merged.required), ...listOf(piece.required)]
      Object.assign(merged, { ...piece, ...merged })
      if (Object.keys(properties).length > 0) merged.properties = properties
      if (required.length > 0) merged.required = [...new Set(required)]
    }
    return { schema: merged, path: around }
  }

  function cleanResolved(schema: JsonRecord, path: string[], depth: number): JsonRecord {
    const result: JsonRecord = {}
    for (const keyword of plainKeywords) if (schema[keyword] !== undefined) result[keyword] = schema[keyword]
    const types = typesOf(schema)
    if (types.includes('null')) result.nullable = true
    const alternatives = alternativesOf(schema, types)
    if (alternatives.length > 0) return cleanAlternatives(result, alternatives, path, depth)
    const type = types.find((name) => name !== 'null') ?? inferType(schema)
    result.type = type
    if (type === 'object') cleanObject(result, schema, path, depth)
    if (type === 'array') result.items = cleanItems(schema, path, depth)
    if (type === 'string') cleanEnum(result, schema)
    const formats = type === 'string' ? stringFormats : numberFormats
    if (typeof schema.format === 'string' && formats.has(schema.format)) result.format = schema.format
    return result
  }

  function cleanAlternatives(result: JsonRecord, alternatives: unknown[], path: string[], depth: number): JsonRecord {
    const cleaned = alternatives.filter((one) => !isNull(one)).map((one) => clean(one, path, depth + 1))
    if (cleaned.length < alternatives.length) result.nullable = true
    const [only] = cleaned
    if (only && cleaned.length === 1) return { ...only, ...result }
    return cleaned.length === 0 ? { ...result, type: 'string' } : { ...result, anyOf: cleaned }
  }

  function cleanObject(result: JsonRecord, schema: JsonRecord, path: string[], depth: number): void {
    const properties = Object.entries(recordOf(schema.properties))
    if (properties.length === 0) return
    result.properties = Object.fromEntries(properties.map(([name, value]) => [name, clean(value, path, depth + 1)]))
    const names = new Set(properties.map(([name]) => name))
    const required = listOf(schema.required).filter((name) => typeof name === 'string' && names.has(name))
    if (required.length > 0) result.required = required
  }

  function cleanItems(schema: JsonRecord, path: string[], depth: number): JsonRecord {
    const tuple = Array.isArray(schema.prefixItems) ? schema.prefixItems : schema.items
    if (!Array.isArray(tuple)) return clean(schema.items, path, depth + 1)
    return cleanAlternatives({}, tuple, path, depth)
  }
}

const isNull = (schema: unknown): boolean =>
  isRecord(schema) && (schema.type === 'null' || schema.type === 'NULL' || schema.const === null)

const typesOf = (schema: JsonRecord): string[] =>
  (Array.isArray(schema.type) ? schema.type : [schema.type])
    .filter((type) => typeof type === 'string')
    .map((type) => type.toLowerCase())

/** The alternatives of a schema; several types of one schema are alternatives too. */
function alternativesOf(schema: JsonRecord, types: string[]): unknown[] {
  // Beside properties, alternatives only restrict these: `anyOf: [{ required: … }, …]`.
  if (isRecord(schema.properties)) return []
  const listed = [...listOf(schema.anyOf), ...listOf(schema.oneOf)]
  if (listed.length > 0) return listed
  const real = types.filter((type) => type !== 'null')
  if (real.length < 2) return []
  const { description: _, ...each } = schema
  return real.map((type) => ({ ...each, type }))
}

function inferType(schema: JsonRecord): string {
  if (isRecord(schema.properties)) return 'object'
  if (schema.items !== undefined || schema.prefixItems !== undefined) return 'array'
  const sample = schema.const ?? listOf(schema.enum).find((value) => value !== null)
  if (isRawJson(sample)) return /^-?\d+$/.test(sample.rawJSON) ? 'integer' : 'number'
  if (typeof sample === 'number') return Number.isInteger(sample) ? 'integer' : 'number'
  return typeof sample === 'boolean' ? 'boolean' : 'string'
}

/** Only non-empty texts can be enumerated. */
function cleanEnum(result: JsonRecord, schema: JsonRecord): void {
  const values = schema.const === undefined ? listOf(schema.enum) : [schema.const]
  const texts = values.filter((value) => typeof value === 'string' && value !== '')
  if (texts.length > 0) result.enum = texts
  if (values.includes(null)) result.nullable = true
}
