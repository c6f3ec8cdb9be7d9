import { endpointPaths, endpointTypes } from '@sluice/contract/priced-kinds'
import { isRecord, parseJson, recordOf } from '@sluice/contract/read-json'

type Items = readonly string[] | Readonly<Record<string, unknown>>

/** The names in a list, or the keys of an object with details. */
export const namesOfItems = (items: Items): string[] => (Array.isArray(items) ? [...items] : Object.keys(items))

/** The endpoint types in a JSON text; none if it is not JSON. */
export function namesOfText(text: string): string[] {
  const items = readItems(text)
  return items === null ? [] : namesOfItems(items)
}

/** `names` in the form of `before`: an object keeps the values of remaining names, and gives new ones their path. */
export function writeItems(names: readonly string[], before: Items): string[] | Record<string, unknown> {
  const former = recordOf(before)
  if (Array.isArray(before)) return [...names]
  return Object.fromEntries(names.map((name) => [name, former[name] ?? pathOf(name)]))
}

/**
 * The items as a JSON text; '' for no names. Without a previous text it is an object of paths, which all clients read.
 */
export const writeItemsText = (names: readonly string[], before: string): string =>
  names.length === 0 ? '' : JSON.stringify(writeItems(names, readItems(before) ?? {}))

function readItems(text: string): Items | null {
  const value = parseJson(text)
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string')
  return isRecord(value) ? value : null
}

function pathOf(name: string): string {
  const known = endpointTypes.find((type) => type === name)
  return known === undefined ? '' : endpointPaths[known]
}
