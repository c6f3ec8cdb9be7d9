import { nearestOf } from '@sluice/contract/read-json'
import { invalidRequest } from '../invalid-request.ts'

/** The valid values of a numeric field of a request. */
export interface NumberRule {
  /** Its path, with dots between the levels: `thinking.budget_tokens`. */
  field: string
  min: number
  max: number
  isWhole?: boolean
}

/** The largest accepted token limit. */
const tokensMax = 2 ** 30 - 1

export const wholeTokens = (field: string, min: number): NumberRule => ({
  field,
  min,
  max: tokensMax,
  isWhole: true,
})

/**
 * Throws GatewayError of the caller for a number that no model accepts, and for another type. A translated number may
 * change its unit, and the upstream's own refusal would name a field that the caller never sent.
 */
export function checkNumbers(rules: readonly NumberRule[], valueIn: (field: string) => unknown): void {
  for (const { field, min, max, isWhole = false } of rules) {
    const value = nearestOf(valueIn(field))
    if (value === undefined || value === null) continue
    const isUsable = typeof value === 'number' && value >= min && value <= max && (!isWhole || Number.isInteger(value))
    if (isUsable) continue
    throw invalidRequest(isWhole ? 'notWholeWithin' : 'notNumberWithin', { field, min, max })
  }
}

/** The value at the path `field` of `body`; undefined if a level is not an object. */
export function valueAt(body: unknown, field: string): unknown {
  let value = body
  for (const name of field.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Reflect.get(value, name)
  }
  return value
}
