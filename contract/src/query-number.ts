import { z } from 'zod'

/** The API description of each parameter that `queryNumber` parses. */
export const queryNumberNote = 'A whole number. Any other text is ignored.'

/** The largest number of 15 digits. */
const wholeMax = 999_999_999_999_999

/**
 * A whole number in the parameters of a query. Text that is not a number (`NaN`, `undefined`, an empty form field)
 * counts as absent: clients of a list send whatever their form contains. A fraction is cut off: some clients send times
 * as `Date.now() / 1000`.
 */
export const queryNumber = z
  .string()
  .transform(wholeIn)
  .optional()
  .meta({ description: queryNumberNote, type: 'integer', minimum: -wholeMax, maximum: wholeMax })

function wholeIn(text: string): number | undefined {
  const [, whole] = /^\s*(-?\d{1,15})(?:\.\d*)?\s*$/.exec(text) ?? []
  return whole === undefined ? undefined : Number(whole)
}
