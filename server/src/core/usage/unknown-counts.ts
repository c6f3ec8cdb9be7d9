import { isRecord, type JsonRecord } from '@sluice/contract/read-json'

/** The names of a usage object that are read, or that no maker charges, and those inside its objects. */
export interface KnownCounts {
  readonly names: ReadonlySet<string>
  /** By the name of the object; an object without an entry is known as a whole. */
  readonly within: Readonly<Record<string, ReadonlySet<string>>>
}

/** The most names of unknown counts that are kept. */
export const unknownNamesMax = 8
const nameLengthMax = 64

/**
 * The names of the positive counts that no reader knows, such as `details.sky_tokens`; undefined without any. Names
 * alone: a value could be anything.
 */
export function unknownCounts(
  usage: JsonRecord,
  { names, within }: KnownCounts,
  spelled: (name: string) => string = (name) => name,
): readonly string[] | undefined {
  let found: string[] | undefined
  const add = (name: string) => {
    found ??= []
    if (found.length < unknownNamesMax) found.push(/^[\w.-]+$/.test(name) ? name.slice(0, nameLengthMax) : '?')
  }
  for (const key of Object.keys(usage)) {
    const value = usage[key]
    const name = spelled(key)
    if (!names.has(name)) {
      if (isCount(value)) add(name)
      else if (isRecord(value))
        for (const inner of Object.keys(value)) if (isCount(value[inner])) add(`${name}.${inner}`)
      continue
    }
    const known = within[name]
    if (known === undefined || !isRecord(value)) continue
    for (const inner of Object.keys(value)) if (!known.has(inner) && hasCount(value[inner])) add(`${name}.${inner}`)
  }
  return found
}

const isCount = (value: unknown): boolean =>
  typeof value === 'string'
    ? /^\s*[\d.][\d.e+-]{0,30}\s*$/.test(value) && Number(value) > 0
    : typeof value === 'number' && value > 0

const hasCount = (value: unknown): boolean => isCount(value) || (isRecord(value) && Object.values(value).some(isCount))
