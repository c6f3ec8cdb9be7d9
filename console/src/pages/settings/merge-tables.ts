import { isRecord, parseJson } from '@sluice/contract/read-json'
import { compactJson, writeJson } from './option-json.ts'

export interface TwoWritings {
  /** What both began from. */
  base: string
  mine: string
  theirs: string
}

/**
 * A JSON table that two people changed: theirs, with the entries that were changed or taken away here. null where one
 * of the texts is no table, or nothing of theirs would be added: then mine stays as it was typed.
 */
export function mergeTables({ base, mine, theirs }: TwoWritings): string | null {
  const [before, here, there] = [parseJson(base), parseJson(mine), parseJson(theirs)]
  if (!isRecord(before) || !isRecord(here) || !isRecord(there)) return null
  // A map: an object would move names that are whole numbers to the front, and take `__proto__` for its own.
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
  Object.hasOwn(one, name) === Object.hasOwn(other, name) &&
  JSON.stringify(one[name]) === JSON.stringify(other[name])
