import { exactProduct } from './decimal.ts'
import type { PriceFields, PriceRule } from './price-rules.ts'
import { keysOf, mapKeys } from './typed-keys.ts'

/** The fields of a price that are amounts, of which a price has one; the others are relations to the ratio. */
const amounts = { price: true, ratio: true, second_price: true, character_price: true } as const satisfies {
  [Field in keyof PriceFields]?: true
}
export type AmountField = keyof typeof amounts
export const amountFields: readonly AmountField[] = keysOf(amounts)

/** Removes the amounts of a price over which it is spread. */
export const noAmounts: Readonly<Record<AmountField, undefined>> = mapKeys(amountFields, () => undefined)

/** The amount that counts: of several, the first. Undefined = there is no price. */
export const amountFieldOf = (fields: Pick<PriceFields, AmountField>): AmountField | undefined =>
  amountFields.find((field) => fields[field] !== undefined)

/** Whether something can be charged at these fields. */
export const hasAmount = (fields: Pick<PriceFields, AmountField>): boolean => amountFieldOf(fields) !== undefined

/** The amounts of a price times `factor`, for a price that is `factor` times as much. */
export const scaledAmounts = (fields: PriceFields, factor: number): Pick<PriceFields, AmountField> =>
  Object.fromEntries(
    amountFields.flatMap((field) => {
      const amount = fields[field]
      return amount === undefined ? [] : [[field, exactProduct(amount, factor)]]
    }),
  )

/** The rules of a price that is `factor` times as much: their own amounts change, factors and relations stay. */
export const scaledRules = (rules: readonly PriceRule[], factor: number): PriceRule[] =>
  rules.map((rule) => ({ ...rule, set: { ...rule.set, ...scaledAmounts(rule.set, factor) } }))
