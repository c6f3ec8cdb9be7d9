import { type Decimal, decimalNumber, decimalOf, decimalText, quotient, times } from '@sluice/contract/decimal'

/** A ratio is quota for a token of input, so at 500 000 quota a dollar it is half the dollars a million tokens. */
const tokensPriced = decimalOf(1_000_000)
const ratioPlaces = 12
const dollarPlaces = 8
/** Of amounts that `dollarPlaces` would leave without significant digits. */
const smallDollarPlaces = 14

const inDollars = (ratio: Decimal, quotaPerUnit: number): number => {
  const at = (places: number) => decimalNumber(quotient(times(ratio, tokensPriced), decimalOf(quotaPerUnit), places))
  const dollars = at(dollarPlaces)
  return dollars < 1e-5 ? at(smallDollarPlaces) : dollars
}

/** Dollars for a million tokens of input at `ratio`. */
export const dollarsOfRatio = (ratio: number, quotaPerUnit: number): number => inDollars(decimalOf(ratio), quotaPerUnit)

/** The ratio at which a million tokens of input cost `dollars`. */
export const ratioOfDollars = (dollars: number, quotaPerUnit: number): number =>
  decimalNumber(quotient(times(decimalOf(dollars), decimalOf(quotaPerUnit)), tokensPriced, ratioPlaces))

/** Dollars for a million tokens of output. */
export const outputDollarsOf = (ratio: number, completionRatio: number, quotaPerUnit: number): number =>
  inDollars(times(decimalOf(ratio), decimalOf(completionRatio)), quotaPerUnit)

/** Output relative to input; null for free input, which no ratio can express. */
export const completionRatioOf = (inputDollars: number, outputDollars: number): number | null =>
  inputDollars === 0 ? null : decimalNumber(quotient(decimalOf(outputDollars), decimalOf(inputDollars), ratioPlaces))

const plainNumber = /^(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,2})?$/i

/** A number from 0 as a person types it. */
export function parseAmount(text: string): number | 'empty' | 'invalid' {
  const trimmed = text.trim()
  if (trimmed === '') return 'empty'
  return plainNumber.test(trimmed) ? Number(trimmed) : 'invalid'
}

/** A number as a person would type it: `0.0000001`, never `1e-7`. */
export const amountText = (value: number): string => decimalText(decimalOf(value))
