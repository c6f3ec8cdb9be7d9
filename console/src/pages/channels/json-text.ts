import { type JsonRecord, parseRecord } from '@sluice/contract/read-json'
import { formatJson } from './json-entries.ts'

/** The object in a text; {} for an empty text, null = not a JSON object. */
export const parseJsonObject = (text: string): JsonRecord | null => (text.trim() === '' ? {} : parseRecord(text))

export const isJsonObject = (text: string): boolean => parseJsonObject(text) !== null

/** `text` with `changes` applied. undefined removes a key; an empty object becomes an empty text. */
export function patchJsonText(text: string, changes: JsonRecord): string {
  const entries = Object.entries({ ...parseJsonObject(text), ...changes })
  const kept = entries.filter(([, value]) => value !== undefined)
  return kept.length === 0 ? '' : writeJson(Object.fromEntries(kept))
}

const writeJson = (value: unknown): string => JSON.stringify(value, null, 2)

/** Valid JSON is indented; any other text stays unchanged. */
export function indentJson(text: string | null): string {
  const value = text === null || text.trim() === '' ? null : parseJsonObject(text)
  return value === null ? (text ?? '') : formatJson(text ?? '')
}

export const templates = {
  model_mapping: writeJson({ 'gpt-4o': 'gpt-4o-2024-11-20' }),
  status_code_mapping: writeJson({ 400: '500' }),
  param_override: writeJson({ temperature: 0 }),
  header_override: writeJson({ 'X-Project': 'gateway', Authorization: 'Bearer {api_key}' }),
  cost_prices: writeJson({ default: { discount: 0.6 }, 'gpt-4o': { ratio: 0.75, completion_ratio: 4 } }),
  setting: writeJson({ force_format: true }),
}
