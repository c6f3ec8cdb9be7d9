import { makeReason, type Reason } from '@sluice/contract/error-reasons'
import { parseRecord } from '@sluice/contract/read-json'

/** The parts of a channel that a check of its field `other` reads. */
export interface OtherContext {
  baseUrl: string | null
  keys: readonly string[]
  models: readonly string[]
}

/** The reason why a value of the field `other` is invalid; null = it is valid. */
export type CheckOther = (other: string, channel: OtherContext) => Reason | null

/** Accepts one of `choices`, in any case, or an empty field. */
export const oneOf =
  (choices: readonly string[]): CheckOther =>
  (other) => {
    const text = other.trim().toLowerCase()
    const isChoice = text === '' || choices.some((choice) => choice.toLowerCase() === text)
    return isChoice ? null : makeReason('mustBeOneOf', { choices: choices.join(', ') })
  }

/** Accepts a text that matches `pattern`, or an empty field. */
export const matching =
  (pattern: RegExp, reasonOf: (text: string) => Reason): CheckOther =>
  (other) => {
    const text = other.trim()
    return text === '' || pattern.test(text) ? null : reasonOf(text.slice(0, 40))
  }

/** Accepts a JSON object, or an empty field. */
export const jsonObject: CheckOther = (other) =>
  other.trim() === '' || parseRecord(other) !== null ? null : makeReason('notJson')
