import { isRecord } from '@sluice/contract/read-json'

/** A schema of the description, as far as inputs are built from it. */
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

/** A place in an input: names of fields, and 0 for the elements of a list. */
export interface DescribedField {
  path: readonly (string | number)[]
  schema: DescribedSchema
}

const branchesOf = (schema: DescribedSchema): readonly DescribedSchema[] => schema.anyOf ?? [schema]

const hasType = (schema: DescribedSchema, type: string): boolean =>
  branchesOf(schema).some((one) => [one.type].flat().includes(type))

/** A simple value that fits; fields that may be absent are. */
export function sampleOf(schema: DescribedSchema): unknown {
  const [first = {}] = branchesOf(schema)
  if (first !== schema) return sampleOf(first)
  if (schema.enum) return schema.enum.find((one) => one !== '') ?? ''
  if (schema.const !== undefined) return schema.const
  if (hasType(schema, 'object'))
    return Object.fromEntries((schema.required ?? []).map((name) => [name, sampleOf(schema.properties?.[name] ?? {})]))
  if (hasType(schema, 'array'))
    return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => sampleOf(schema.items ?? {}))
  if (hasType(schema, 'boolean')) return true
  if (hasType(schema, 'number') || hasType(schema, 'integer'))
    return Math.max(1, schema.minimum ?? 0, (schema.exclusiveMinimum ?? -1) + 1)
  if (schema.format === 'email') return 'person@example.com'
  return 'a'.repeat(Math.max(1, schema.minLength ?? 0))
}

/** Every place in inputs of this schema, the whole one first. */
export function fieldsOf(schema: DescribedSchema, path: DescribedField['path'] = []): DescribedField[] {
  const inner = branchesOf(schema).flatMap((branch) => [
    ...Object.entries(branch.properties ?? {}).flatMap(([name, field]) => fieldsOf(field, [...path, name])),
    ...(branch.items ? fieldsOf(branch.items, [...path, 0]) : []),
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

/** In the longest ones each character takes four bytes and two units of UTF-16. */
function hostileTexts({ maxLength = 70_000, enum: choices }: DescribedSchema): string[] {
  const odd = ['\0', '\ud800', '9007199254740990']
  return choices ? odd : [...odd, '1e308', deepText.slice(0, maxLength), '𝒳'.repeat(maxLength / 2)]
}
