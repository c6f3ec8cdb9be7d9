import { isRecord, type JsonRecord } from '@sluice/contract/read-json'

const schemaLists = ['anyOf', 'oneOf', 'allOf', 'prefixItems']
const schemaMaps = ['properties', '$defs', 'definitions']

/**
 * A JSON Schema with closed objects, as structured output requires: `additionalProperties: false` wherever it is absent
 * or true. The given schema is not changed.
 */
export function closeSchema(schema: JsonRecord): JsonRecord {
  const closed: JsonRecord = { ...schema }
  for (const key of schemaLists) {
    const list = schema[key]
    if (Array.isArray(list)) closed[key] = list.map(closeInner)
  }
  for (const key of schemaMaps) {
    const map = schema[key]
    if (isRecord(map))
      closed[key] = Object.fromEntries(Object.entries(map).map(([name, inner]) => [name, closeInner(inner)]))
  }
  if (isRecord(schema.items)) closed.items = closeSchema(schema.items)
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  const isObject = types.includes('object') || (schema.type === undefined && isRecord(schema.properties))
  const isOpen = schema.additionalProperties === undefined || schema.additionalProperties === true
  if (isObject && isOpen) closed.additionalProperties = false
  return closed
}

const closeInner = (inner: unknown): unknown => (isRecord(inner) ? closeSchema(inner) : inner)
