import { isRecord, parseJson } from '@sluice/contract/read-json'
import { compactJson, writeJson } from './option-json.ts'

export interface TwoWritings {
  /** The common original. */
  base: string
  mine: string
  theirs: string
}

/**
 * A JSON table that two people changed: the other version, with the entries that were changed or deleted here. null if
 * one of the texts is not a table, or the other version adds nothing: then the own text stays as typed.
 */
export function mergeTables({ base, mine, theirs }: TwoWritings): string | null {
  const [before, here, there] = [parseJson(base), parseJson(mine), parseJson(theirs)]
  if (!isRecord(before) || !isRecord(here) || !isRecord(there)) return null
  // A map: an object would move numeric names to the front, and treat `__proto__` as its own.
  const merged = new Map(Object.entries(there))
  for (const name of new Set([...Object.keys(before), ...Object.keys(here)])) {
    if (isSame(before, here, name)) continue
    if (Object.hasOwn(here, name)) merged.set(name, here[name])
    else merged.delete(name)
  }
  const text = writeJson(Object.fromEntries(merged))
  return compactJson(text) === compactJson(mine) ? null : text
}

const isSame = (one: Record<string, unknown>, other: Record<string, unknown>, name: string): boolean =>
  Object.hasOwn(one, name) === Object.hasOwn(other, name) && JSON.stringify(one[name]) === JSON.stringify(other[name])
