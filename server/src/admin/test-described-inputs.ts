import { isRecord } from '@sluice/contract/read-json'

/** The part of a schema of the OpenAPI description from which inputs are built. */
export interface DescribedSchema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  anyOf?: DescribedSchema[]
  properties?: Record<string, DescribedSchema>
  required?: string[]
  items?: DescribedSchema
  minItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
}

interface DescribedParameter {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  required?: boolean
  schema: DescribedSchema
}

export interface DescribedOperation {
  parameters?: DescribedParameter[]
  requestBody?: { content: Record<string, { schema: DescribedSchema }> }
}

/** A place in an input: the path has names of fields, and 0 for the elements of a list. */
export interface DescribedField {
  path: readonly (string | number)[]
  schema: DescribedSchema
}

const branchesOf = (schema: DescribedSchema): readonly DescribedSchema[] => schema.anyOf ?? [schema]

const hasType = (schema: DescribedSchema, type: string): boolean =>
  branchesOf(schema).some((branch) => [branch.type].flat().includes(type))

/** A simple value that fits the schema, without its optional fields. */
export function buildSample(schema: DescribedSchema): unknown {
  const [first = {}] = branchesOf(schema)
  if (first !== schema) return buildSample(first)
  if (schema.enum) return schema.enum.find((choice) => choice !== '') ?? ''
  if (schema.const !== undefined) return schema.const
  if (hasType(schema, 'object'))
    return Object.fromEntries(
      (schema.required ?? []).map((name) => [name, buildSample(schema.properties?.[name] ?? {})]),
    )
  if (hasType(schema, 'array'))
    return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => buildSample(schema.items ?? {}))
  if (hasType(schema, 'boolean')) return true
  if (hasType(schema, 'number') || hasType(schema, 'integer'))
    return Math.max(1, schema.minimum ?? 0, (schema.exclusiveMinimum ?? -1) + 1)
  if (schema.format === 'email') return 'person@example.com'
  return 'a'.repeat(Math.max(1, schema.minLength ?? 0))
}

/** Every place in inputs of this schema; the first is the whole input. */
export function listFields(schema: DescribedSchema, path: DescribedField['path'] = []): DescribedField[] {
  const inner = branchesOf(schema).flatMap((branch) => [
    ...Object.entries(branch.properties ?? {}).flatMap(([name, field]) => listFields(field, [...path, name])),
    ...(branch.items ? listFields(branch.items, [...path, 0]) : []),
  ])
  return [{ path, schema }, ...inner]
}

/** `input` with `value` at a path, whose missing parents are created. */
export function withValue(input: unknown, [step, ...rest]: DescribedField['path'], value: unknown): unknown {
  if (step === undefined) return value
  const inner = isRecord(input) || Array.isArray(input) ? Reflect.get(input, step) : undefined
  const changed = withValue(inner, rest, value)
  return typeof step === 'number' ? [changed] : { ...(isRecord(input) ? input : {}), [step]: changed }
}

const deepText = '['.repeat(1_000) + ']'.repeat(1_000)
const deepList = JSON.parse('['.repeat(40) + ']'.repeat(40)) as unknown
const beyondIntegers = [2 ** 53 - 2, -(2 ** 53), 1e308, 2 ** 31]

/** Values at the limits of a field, and beyond those of any database column. */
export function hostileValues(schema: DescribedSchema): unknown[] {
  const branches = branchesOf(schema)
  const isAny = branches.some((branch) => branch.type === undefined && !branch.enum)
  const values: unknown[] = []
  if (isAny || hasType(schema, 'number') || hasType(schema, 'integer'))
    values.push(...beyondIntegers, ...branches.flatMap(({ minimum = [], maximum = [] }) => [minimum, maximum].flat()))
  if (isAny || hasType(schema, 'string')) values.push(...branches.flatMap(hostileTexts))
  if (isAny || hasType(schema, 'object') || hasType(schema, 'array')) values.push([], {}, deepList)
  return [...new Set(values)]
}

/** No field that a database keeps takes a longer text. Files that are only read may be longer, and take seconds. */
const storedLengthMax = 1_048_576

/** In the longest text each character has four bytes in UTF-8 and two units in UTF-16. */
function hostileTexts({ maxLength = 70_000, enum: choices }: DescribedSchema): string[] {
  const invalidTexts = ['\0', '\ud800', '9007199254740990']
  const longest = '𝒳'.repeat(Math.min(maxLength, storedLengthMax) / 2)
  return choices ? invalidTexts : [...invalidTexts, '1e308', deepText.slice(0, maxLength), longest]
}
