import { makeReason, type Reason } from '@sluice/contract/error-reasons'
import { parseRecord } from '@sluice/contract/read-json'

/** What of a channel a check of its field `other` may depend on. */
export interface OtherContext {
  baseUrl: string | null
  keys: readonly string[]
  models: readonly string[]
}

/** What speaks against a value of the field `other`; null = nothing. */
export type CheckOther = (other: string, channel: OtherContext) => Reason | null

/** One of `choices`, written in any case, or nothing. */
export const oneOf =
  (choices: readonly string[]): CheckOther =>
  (other) => {
    const text = other.trim().toLowerCase()
    const isChoice = text === '' || choices.some((choice) => choice.toLowerCase() === text)
    return isChoice ? null : makeReason('mustBeOneOf', { choices: choices.join(', ') })
  }

/** A text of `pattern`, or nothing. */
export const matching =
  (pattern: RegExp, reasonOf: (text: string) => Reason): CheckOther =>
  (other) => {
    const text = other.trim()
    return text === '' || pattern.test(text) ? null : reasonOf(text.slice(0, 40))
  }

/** An object in JSON, or nothing. */
export const jsonObject: CheckOther = (other) =>
  other.trim() === '' || parseRecord(other) !== null ? null : makeReason('notJson')
