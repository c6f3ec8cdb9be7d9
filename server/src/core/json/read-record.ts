import { isRecord, type JsonRecord, parseJson } from '@sluice/contract/read-json'
import { findPrepared } from './prepared-json.ts'

/** The value in `text`, which is not written again; undefined if it is not JSON. */
export function readPlain(text: string): unknown {
  try {
    const prepared = findPrepared(text)
    return prepared ? prepared.value : parseJson(text)
  } catch {
    return undefined
  }
}

/** The object in `text`, which is not written again; null if it is not one. */
export function readPlainRecord(text: string): JsonRecord | null {
  const value = readPlain(text)
  return isRecord(value) ? value : null
}
