import { costPrices } from '@sluice/contract/cost-prices'
import { type JsonRecord, parseRecord } from '@sluice/contract/read-json'
import { formatJson } from './json-entries.ts'

/** The object in a text; an empty text holds an empty one, null = not a JSON object. */
export const parseJsonObject = (text: string): JsonRecord | null =>
  text.trim() === '' ? {} : parseRecord(text)

const isText = (value: unknown): boolean => typeof value === 'string'
export const isStatusCode = (value: unknown): boolean => /^[1-5]\d\d$/.test(String(value))

/** Requested model to the model that is sent on. */
export function isModelMapping(text: string): boolean {
  const mapping = parseJsonObject(text)
  return mapping !== null && Object.values(mapping).every(isText)
}

/** Status code of the upstream to the one that is answered. */
export function isStatusCodeMapping(text: string): boolean {
  const mapping = parseJsonObject(text)
  return (
    mapping !== null && Object.keys(mapping).every(isStatusCode) && Object.values(mapping).every(isStatusCode)
  )
}

/** What the upstream takes, by model or `default`; the server names the entry that is wrong. */
export function isCostPrices(text: string): boolean {
  const prices = parseJsonObject(text)
  return prices !== null && costPrices.safeParse(prices).success
}

export const isJsonObject = (text: string): boolean => parseJsonObject(text) !== null

/** `text` with `changes` worked in; undefined takes a key out, and nothing left is an empty text. */
export function patchJsonText(text: string, changes: JsonRecord): string {
  const entries = Object.entries({ ...parseJsonObject(text), ...changes })
  const kept = entries.filter(([, value]) => value !== undefined)
  return kept.length === 0 ? '' : writeJson(Object.fromEntries(kept))
}

const writeJson = (value: unknown): string => JSON.stringify(value, null, 2)

/** As a text is shown: indented when it is JSON, as it is when not. */
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
