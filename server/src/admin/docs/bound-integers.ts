import { isRecord } from '@sluice/contract/read-json'

/** A part of the description. */
type Part = Readonly<Record<string, unknown>>

/**
 * `value` with bounds on every integer that has none: the schemas refuse integers that a JSON number cannot represent
 * exactly, and the generated description omits this.
 */
export function boundIntegers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(boundIntegers)
  if (!isRecord(value)) return value
  const inner = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, boundIntegers(part)]))
  return isInteger(value) ? { ...boundsOf(value), ...inner } : inner
}

/** A schema; `type` may be the name of a field too. */
const isInteger = ({ type, enum: choices }: Part): boolean =>
  choices === undefined && (type === 'integer' || (Array.isArray(type) && type.includes('integer')))

const boundsOf = ({ exclusiveMinimum, exclusiveMaximum }: Part) => ({
  ...(exclusiveMinimum === undefined && { minimum: Number.MIN_SAFE_INTEGER }),
  ...(exclusiveMaximum === undefined && { maximum: Number.MAX_SAFE_INTEGER }),
})
