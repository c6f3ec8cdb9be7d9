import { parseJson } from '@sluice/contract/read-json'

export const isText = (value: unknown): value is string => typeof value === 'string'

/** The names in a JSON list; null if the text is anything else. */
export function namesIn(text: string): string[] | null {
  const list = parseJson(text.trim() === '' ? '[]' : text)
  return Array.isArray(list) && list.every(isText) ? list : null
}
