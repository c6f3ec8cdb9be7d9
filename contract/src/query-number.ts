import { z } from 'zod'

/**
 * The whole number that a query parameter holds. Text that is no number (`NaN`, `undefined`, an empty field of a form)
 * counts as not given: clients of a list send what their form holds. A fraction is cut off: some clients send times as
 * `Date.now() / 1000`.
 */
export function wholeIn(text: string | undefined): number | undefined {
  const [, whole] = /^\s*(-?\d{1,15})(?:\.\d*)?\s*$/.exec(text ?? '') ?? []
  return whole === undefined ? undefined : Number(whole)
}

/** A number among the parameters of a query. Never refuses: see `wholeIn`. */
export const queryNumber = z.string().max(255).optional().transform(wholeIn)
