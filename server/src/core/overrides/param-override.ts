import {
  listOperations,
  type OverrideCondition,
  type OverrideOperation,
  overrideOperation,
} from '@sluice/contract/param-override'
import { isRawJson, isRecord, nearestOf } from '@sluice/contract/read-json'

type Fields = Readonly<Record<string, unknown>>

/** A channel's changes of the bodies it sends: whole top-level fields first, then operations in their order. */
export interface ParamOverride {
  readonly fields: Fields
  readonly operations: readonly OverrideOperation[]
}

/** The models of a call, for conditions. */
export interface OverrideContext {
  model: string
  upstreamModel: string
}

/** Skips operations with an unknown form, which an import may contain. */
export function parseParamOverride(value: Fields | null): ParamOverride | null {
  if (value === null) return null
  const listed = listOperations(value)
  if (listed === null) return { fields: value, operations: [] }
  const { operations: _, ...fields } = value
  const parsed = listed.map((operation) => overrideOperation.safeParse(operation))
  return { fields, operations: parsed.flatMap(({ data }) => (data === undefined ? [] : [data])) }
}

/** The top-level fields of `body` that change, with their new values; undefined = removed. `body` stays as it is. */
export function applyParamOverride(
  { fields, operations }: ParamOverride,
  body: Fields,
  context: OverrideContext,
): Fields {
  if (operations.length === 0) return fields
  let current: unknown = { ...body, ...fields }
  const touched = new Set(Object.keys(fields))
  for (const operation of operations) {
    if (!isMet(operation, current, context)) continue
    current = applyOperation(current, operation, (path) => touched.add(path[0] ?? ''))
  }
  return Object.fromEntries([...touched].map((name) => [name, readAt(current, [name])]))
}

function applyOperation(
  body: unknown,
  operation: OverrideOperation,
  touch: (path: readonly string[]) => void,
): unknown {
  if (operation.mode === 'set') {
    const path = splitPath(operation.path)
    if (operation.keep_origin && readAt(body, path) !== undefined) return body
    touch(path)
    return writeAt(body, path, operation.value)
  }
  if (operation.mode === 'delete') {
    const path = splitPath(operation.path)
    touch(path)
    return removeAt(body, path)
  }
  const [from, to] = [splitPath(operation.from), splitPath(operation.to)]
  const value = readAt(body, from)
  if (value === undefined) return body
  touch(to)
  if (operation.mode === 'copy') return writeAt(body, to, value)
  touch(from)
  return writeAt(removeAt(body, from), to, value)
}

function isMet(
  { conditions, logic }: Pick<OverrideOperation, 'conditions' | 'logic'>,
  body: unknown,
  context: OverrideContext,
): boolean {
  if (conditions.length === 0) return true
  const test = (condition: OverrideCondition) => isConditionMet(condition, body, context)
  return logic === 'AND' ? conditions.every(test) : conditions.some(test)
}

function isConditionMet(condition: OverrideCondition, body: unknown, context: OverrideContext): boolean {
  const found = readAt(body, splitPath(condition.path)) ?? valueOfContext(condition.path, context)
  if (found === undefined) return condition.pass_missing_key
  return compare(condition, found) !== condition.invert
}

function valueOfContext(name: string, { model, upstreamModel }: OverrideContext): string | undefined {
  if (name === 'original_model') return model
  return name === 'model' || name === 'upstream_model' ? upstreamModel : undefined
}

function compare({ mode, value }: OverrideCondition, found: unknown): boolean {
  switch (mode) {
    case 'full':
      return JSON.stringify(found) === JSON.stringify(value)
    case 'prefix':
      return textFor(found).startsWith(textFor(value))
    case 'suffix':
      return textFor(found).endsWith(textFor(value))
    case 'contains':
      return textFor(found).includes(textFor(value))
    case 'gt':
      return numberFor(found) > numberFor(value)
    case 'gte':
      return numberFor(found) >= numberFor(value)
    case 'lt':
      return numberFor(found) < numberFor(value)
    case 'lte':
      return numberFor(found) <= numberFor(value)
    default:
      return mode satisfies never
  }
}

const numberFor = (value: unknown): number => Number(nearestOf(value))

const textFor = (value: unknown): string => (isRawJson(value) ? value.rawJSON : String(value))

/** `\.` is a dot inside a name. */
const splitPath = (path: string): string[] => path.split(/(?<!\\)\./).map((name) => name.replaceAll('\\.', '.'))

/** The index of `name` in a list; -1 is the last entry. Null when there is none. */
function placeOf(list: readonly unknown[], name: string): number | null {
  const place = /^-?\d{1,6}$/.test(name) ? Number(name) : Number.NaN
  const index = place < 0 ? list.length + place : place
  return index >= 0 && index < list.length ? index : null
}

function readAt(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  if (Array.isArray(value)) {
    const place = placeOf(value, name)
    return place === null ? undefined : readAt(value[place], rest)
  }
  return isRecord(value) && Object.hasOwn(value, name) ? readAt(value[name], rest) : undefined
}

/** A copy with the value at the path. Missing objects on the path are created, missing list entries are not. */
function writeAt(value: unknown, path: readonly string[], next: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return next
  if (Array.isArray(value)) {
    const place = placeOf(value, name)
    return place === null ? value : value.with(place, writeAt(value[place], rest, next))
  }
  const record = isRecord(value) ? value : {}
  return { ...record, [name]: writeAt(record[name], rest, next) }
}

function removeAt(value: unknown, path: readonly string[]): unknown {
  const [name = '', ...rest] = path
  if (Array.isArray(value)) {
    const place = placeOf(value, name)
    if (place === null) return value
    return rest.length === 0 ? value.toSpliced(place, 1) : value.with(place, removeAt(value[place], rest))
  }
  if (!isRecord(value) || !Object.hasOwn(value, name)) return value
  const { [name]: child, ...others } = value
  return rest.length === 0 ? others : { ...value, [name]: removeAt(child, rest) }
}
