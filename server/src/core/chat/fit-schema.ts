import { isRecord, type JsonRecord, listOf, recordOf } from '@sluice/contract/read-json'
import { schemaAt } from './schema-reference.ts'

/** What an API refuses in the JSON Schema of a function's parameters. */
export interface SchemaDialect {
  /** A type beside `anyOf`: it moves into the alternatives. `oneOf` is `anyOf`. */
  typeBesideAlternatives: 'taken' | 'refused'
  /** Anything beside `$ref`, and a `$ref` to another place than `$defs`. */
  besideReference: 'taken' | 'refused'
  /** A schema without a type. */
  untyped: 'taken' | 'refused'
  /** An array without `items`. */
  openArrays: 'taken' | 'refused'
}

/**
 * OpenAI, Anthropic, and most others. All of them refuse alternatives at the top level and, by draft 2020-12, a list in
 * `items`: "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level",
 * "input_schema does not support oneOf, allOf, or anyOf at the top level", "object schema missing properties", "array
 * schema missing items". https://platform.openai.com/docs/guides/function-calling and
 * https://platform.claude.com/docs/en/agents-and-tools/tool-use, as known on 2026-11-28
 */
const commonSchemas: SchemaDialect = {
  typeBesideAlternatives: 'taken',
  besideReference: 'taken',
  untyped: 'taken',
  openArrays: 'refused',
}

/**
 * "when using anyOf, type should be defined in anyOf items instead of the parent schema", "conflicting keywords found
 * after $ref expansion", "references must start with #/$defs/", "type is not defined".
 * https://github.com/MoonshotAI/kimi-cli/issues/1595, …/2061 and …/2531, read 2026-11-28
 */
export const moonshotSchemas: SchemaDialect = {
  typeBesideAlternatives: 'refused',
  besideReference: 'refused',
  untyped: 'refused',
  openArrays: 'taken',
}

const depthMax = 64
const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems']
const maps = ['properties', 'patternProperties', '$defs', 'definitions']
const singles = ['items', 'additionalProperties', 'not']

/**
 * The parameters of a function as an API takes them: an object with `properties`, without alternatives at the top
 * level. A schema without any fault is returned itself. The given schema is not changed.
 */
export function fitParameters(parameters: JsonRecord = {}, dialect: SchemaDialect = commonSchemas): JsonRecord {
  return createFitter(parameters, dialect)(asObject(parameters))
}

/** The schema of an object: alternatives only restrict its properties, so their properties join it. */
function asObject(schema: JsonRecord): JsonRecord {
  const isObject = schema.type === 'object' && isRecord(schema.properties)
  if (isObject && ![...alternativeNames, 'allOf', 'enum', 'not'].some((name) => schema[name] !== undefined))
    return schema
  const { enum: _, not: _not, ...rest } = schema
  const { properties = {}, ...merged } = mergeAlternatives(rest)
  return { ...merged, type: 'object', properties: recordOf(properties) }
}

const alternativeNames = ['anyOf', 'oneOf']

/**
 * All properties of the alternatives; required is what each of them requires, and what all parts of `allOf` require.
 */
function mergeAlternatives({ anyOf, oneOf, allOf, ...schema }: JsonRecord): JsonRecord {
  const all = listOf(allOf).filter(isRecord).map(mergeAlternatives)
  const any = [anyOf, oneOf].map((list) => listOf(list).filter(isRecord).map(mergeAlternatives))
  const required = new Set(listOf(schema.required))
  for (const part of all) for (const name of listOf(part.required)) required.add(name)
  for (const list of any) {
    const [first, ...others] = list.map((part) => listOf(part.required))
    for (const name of first ?? []) if (others.every((names) => names.includes(name))) required.add(name)
  }
  const parts = [...all, ...any.flat(), schema]
  const properties = Object.assign({}, ...parts.map((part) => recordOf(part.properties)))
  const { required: _, properties: _own, ...rest } = schema
  return {
    ...rest,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.size > 0 && { required: [...required] }),
  }
}

function createFitter(root: JsonRecord, dialect: SchemaDialect) {
  /** Targets of references that move into `$defs`, by their name there. */
  const moved = new Map<string, JsonRecord>()
  return fitRoot

  function fitRoot(schema: JsonRecord): JsonRecord {
    const fitted = fit(schema, 0)
    if (moved.size === 0) return fitted
    return { ...fitted, $defs: { ...recordOf(fitted.$defs), ...Object.fromEntries(moved) } }
  }

  function fit(schema: JsonRecord, depth: number): JsonRecord {
    if (depth > depthMax) return schema
    let fitted = fitItems(schema)
    if (dialect.typeBesideAlternatives === 'refused') fitted = fitAlternatives(fitted)
    if (dialect.besideReference === 'refused' && typeof fitted.$ref === 'string')
      return fitReference(fitted, fitted.$ref, depth)
    if (dialect.openArrays === 'refused' && fitted.type === 'array' && fitted.items === undefined)
      fitted = { ...fitted, items: {} }
    if (dialect.untyped === 'refused') fitted = withType(fitted)
    return fitChildren(fitted, depth)
  }

  function fitReference(schema: JsonRecord, reference: string, depth: number): JsonRecord {
    if (reference.startsWith('#/$defs/')) return Object.keys(schema).length === 1 ? schema : { $ref: reference }
    const name = reference.replace(/^#\/(definitions\/)?/, '').replaceAll(/[^\w.-]/g, '_') || 'root'
    const target = schemaAt(root, reference)
    // A reference without a target is of no use to anyone.
    if (!target) return withType({ ...schema, $ref: undefined })
    if (!moved.has(name)) {
      moved.set(name, {})
      moved.set(name, fit(target, depth + 1))
    }
    return { $ref: `#/$defs/${name}` }
  }

  function fitChildren(schema: JsonRecord, depth: number): JsonRecord {
    const changes: JsonRecord = {}
    const inner = (value: unknown): unknown => (isRecord(value) ? fit(value, depth + 1) : value)
    for (const name of singles) {
      const value = inner(schema[name])
      if (value !== schema[name]) changes[name] = value
    }
    for (const name of lists) {
      const list = schema[name]
      if (!Array.isArray(list)) continue
      const fitted = list.map(inner)
      if (fitted.some((value, index) => value !== list[index])) changes[name] = fitted
    }
    for (const name of maps) {
      const map = schema[name]
      if (!isRecord(map)) continue
      const entries = Object.entries(map).map(([key, value]) => [key, inner(value)] as const)
      if (entries.some(([key, value]) => value !== map[key])) changes[name] = Object.fromEntries(entries)
    }
    return Object.keys(changes).length > 0 ? { ...schema, ...changes } : schema
  }
}

/** A list in `items`, of older drafts, as alternatives for every item. */
function fitItems(schema: JsonRecord): JsonRecord {
  const { items, additionalItems: _, ...rest } = schema
  if (!Array.isArray(items)) return schema
  const kinds = [...new Map(items.map((item: unknown) => [JSON.stringify(item), item])).values()]
  return { ...rest, items: kinds.length === 1 ? kinds[0] : { anyOf: kinds } }
}

/** Alternatives without a type beside them. */
function fitAlternatives(schema: JsonRecord): JsonRecord {
  const { anyOf, oneOf, allOf, ...beside } = schema
  if (oneOf === undefined && allOf === undefined) {
    const hasBoth = anyOf !== undefined && (schema.type !== undefined || isRecord(schema.properties))
    if (!hasBoth) return schema
  }
  if (isRecord(schema.properties)) return mergeAlternatives(schema)
  const [only, ...more] = listOf(allOf)
  const joined = isRecord(only) && more.length === 0 ? { ...only, ...beside } : beside
  const alternatives = [...listOf(anyOf), ...listOf(oneOf)]
  if (alternatives.length === 0) return joined
  const { type, ...plain } = joined
  const typed = alternatives.map((one) =>
    isRecord(one) && type !== undefined && !hasType(one) ? { type, ...one } : one,
  )
  return { ...plain, anyOf: typed }
}

const typeNames = ['type', '$ref', 'anyOf', 'oneOf', 'allOf']
const hasType = (schema: JsonRecord): boolean => typeNames.some((name) => schema[name] !== undefined)

const withType = (schema: JsonRecord): JsonRecord => (hasType(schema) ? schema : { ...schema, type: typeOf(schema) })

/** The type that the other keywords imply; text otherwise, which a model can always write. */
function typeOf(schema: JsonRecord): string {
  if (isRecord(schema.properties) || schema.additionalProperties !== undefined) return 'object'
  if (schema.items !== undefined || schema.prefixItems !== undefined) return 'array'
  const sample = schema.const ?? listOf(schema.enum).find((value) => value !== null)
  return typeof sample === 'number' || typeof sample === 'boolean' ? typeof sample : 'string'
}
