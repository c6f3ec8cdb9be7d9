import { exactProduct } from '@sluice/contract/decimal'
import { amountFieldOf, hasAmount, scaledAmounts } from '@sluice/contract/price-amounts'
import { factorMax, type PriceFields } from '@sluice/contract/price-rules'
import { keysOf } from '@sluice/contract/typed-keys'
import { formatPlainPrice } from '../../../lib/format.ts'
import { amountText, completionRatioOf, dollarsOfRatio, ratioOfDollars } from '../../../lib/price-conversion.ts'

type Field = Exclude<keyof PriceFields, 'reasoning_ratio'>

interface Figure {
  field: Field
  /** The figure that its ratio multiplies. Absent: an amount of its own. */
  of?: 'input' | 'audioInput'
}

/** What the sheet shows of a price: a column each. All but the fixed prices are ratios to another figure. */
export const figures = {
  input: { field: 'ratio' },
  output: { field: 'completion_ratio', of: 'input' },
  cacheRead: { field: 'cache_ratio', of: 'input' },
  cacheWrite: { field: 'create_cache_ratio', of: 'input' },
  cacheWrite1h: { field: 'create_cache_1h_ratio', of: 'input' },
  imageInput: { field: 'image_ratio', of: 'input' },
  imageOutput: { field: 'image_completion_ratio', of: 'input' },
  audioInput: { field: 'audio_ratio', of: 'input' },
  audioOutput: { field: 'audio_completion_ratio', of: 'audioInput' },
  audioCache: { field: 'audio_cache_ratio', of: 'audioInput' },
  call: { field: 'price' },
  second: { field: 'second_price' },
  characters: { field: 'character_price' },
} satisfies Record<string, Figure>
export type FigureKey = keyof typeof figures
export const figureKeys: readonly FigureKey[] = keysOf(figures)

const figureOf = (key: FigureKey): Figure => figures[key]
/** The field of a price that has the figure. */
export const fieldOf = (key: FigureKey): Field => figureOf(key).field
export const isAudio = (key: FigureKey): boolean => key === 'audioInput' || figureOf(key).of === 'audioInput'

/** Prices that are not by tokens, each in dollars whatever the unit of the sheet is. */
export const fixedFigures = ['call', 'second', 'characters'] as const satisfies readonly FigureKey[]
type FixedFigure = (typeof fixedFigures)[number]
export const isFixedFigure = (key: FigureKey): key is FixedFigure => fixedFigures.some((one) => one === key)

/** How amounts are shown and typed: dollars for a million tokens, or the ratios that are stored. */
export type Unit = 'dollars' | 'ratios'

/** The ratio to a token of input at ratio 1; undefined where the price does not have the figure. */
function wholeRatioOf(fields: PriceFields, key: FigureKey): number | undefined {
  const { field, of } = figureOf(key)
  const own = fields[field]
  if (own === undefined) return undefined
  if (of === undefined) return own
  const base = wholeRatioOf(fields, of)
  return base === undefined ? undefined : exactProduct(base, own)
}

/**
 * Dollars for a million tokens, a call, a second or a million characters; null where the price does not have the
 * figure.
 */
export function dollarsOf(fields: PriceFields, key: FigureKey, quotaPerUnit: number): number | null {
  if (isFixedFigure(key)) return fields[figureOf(key).field] ?? null
  const ratio = wholeRatioOf(fields, key)
  return ratio === undefined ? null : dollarsOfRatio(ratio, quotaPerUnit)
}

/** Dollars of input, or of the fixed price; null = nothing has a price. */
export const mainDollarsOf = (fields: PriceFields, quotaPerUnit: number): number | null =>
  (['input', ...fixedFigures] as const)
    .map((key) => dollarsOf(fields, key, quotaPerUnit))
    .find((one) => one !== null) ?? null

/** Whether a figure is part of the kind of price that counts; by tokens where there is no price. */
export function isOfKind(fields: PriceFields, key: FigureKey): boolean {
  const kind = amountFieldOf(fields) ?? 'ratio'
  return isFixedFigure(key) ? figureOf(key).field === kind : kind === 'ratio'
}

/** What a cell shows. */
export const figureValueOf = (fields: PriceFields, key: FigureKey, { unit, quotaPerUnit }: Units): number | null =>
  unit === 'dollars' ? dollarsOf(fields, key, quotaPerUnit) : (fields[figureOf(key).field] ?? null)

/** A value as a cell shows it, in a column that names its unit. */
export const figureText = (value: number, { unit }: Units): string =>
  unit === 'dollars' ? formatPlainPrice(value) : amountText(value)

export interface Units {
  unit: Unit
  quotaPerUnit: number
}

/** Fields with entries of their own. The others keep following from the name of the model. */
export type OwnFields = ReadonlySet<string>

/** Why a figure cannot have a value: it multiplies one that is missing or free. */
export type FigureFault = 'inputFirst' | 'inputFree' | 'audioFirst' | 'audioFree' | 'perCall' | 'otherKind' | 'tooLarge'
export type Figured = { ok: true; fields: PriceFields } | { ok: false; fault: FigureFault }

/** The price with another value of a figure; null removes it. In dollars, no other figure with an entry changes. */
export function withValue(
  fields: PriceFields,
  key: FigureKey,
  value: number | null,
  { own, ...units }: Units & { own: OwnFields },
): Figured {
  const { field } = figureOf(key)
  if (value === null) return { ok: true, fields: without(fields, field) }
  if (key !== 'call' && fields.price !== undefined) return { ok: false, fault: 'perCall' }
  // It would count before these.
  if (isFixedFigure(key) && key !== 'call' && (amountFieldOf(fields) ?? field) !== field)
    return { ok: false, fault: 'otherKind' }
  const changed: Figured =
    units.unit === 'ratios' ? { ok: true, fields: { ...fields, [field]: value } } : inDollars(value)
  if (!changed.ok) return changed
  const isBounded = Object.values(changed.fields).every((one) => one <= factorMax)
  return isBounded ? changed : { ok: false, fault: 'tooLarge' }

  /** `after` with the figures that depend on `changed` in the dollars that they had. */
  function keepOthers(before: PriceFields, after: PriceFields, changed: FigureKey): PriceFields {
    const { quotaPerUnit } = units
    const base = dollarsOf(after, changed, quotaPerUnit)
    // A ratio to a free figure expresses no price.
    if (!base || !dollarsOf(before, changed, quotaPerUnit)) return after
    const kept = figureKeys.flatMap((one) => {
      const { field: name, of } = figureOf(one)
      const dollars = dollarsOf(before, one, quotaPerUnit)
      const ratio = of !== changed || dollars === null || !own.has(name) ? null : completionRatioOf(base, dollars)
      return ratio === null ? [] : [[name, ratio]]
    })
    return { ...after, ...Object.fromEntries(kept) }
  }

  function inDollars(amount: number): Figured {
    const of = figureOf(key).of
    if (isFixedFigure(key)) return { ok: true, fields: { ...fields, [field]: amount } }
    if (of === undefined) {
      const ratio = ratioOfDollars(amount, units.quotaPerUnit)
      return { ok: true, fields: keepOthers(fields, { ...fields, ratio }, 'input') }
    }
    const base = dollarsOf(fields, of, units.quotaPerUnit)
    if (base === null)
      return { ok: false, fault: of === 'input' || fields.ratio === undefined ? 'inputFirst' : 'audioFirst' }
    const ratio = completionRatioOf(base, amount)
    if (ratio === null) return { ok: false, fault: of === 'input' || fields.ratio === 0 ? 'inputFree' : 'audioFree' }
    return { ok: true, fields: keepOthers(fields, { ...fields, [field]: ratio }, key) }
  }
}

function without(fields: PriceFields, field: Field): PriceFields {
  const { [field]: _, ...rest } = fields
  return rest
}

/** The whole price times `factor`: all other figures are ratios to its amount. */
export const scaled = (fields: PriceFields, factor: number): PriceFields => ({
  ...fields,
  ...scaledAmounts(fields, factor),
})

/** Percent of the sale price that remains after the cost, by input or by call; null = unknown. */
export function marginOf(sale: PriceFields, cost: PriceFields | null): number | null {
  const of = amountFieldOf(sale)
  if (of === undefined || cost === null || amountFieldOf(cost) !== of) return null
  const [own, upstream] = [sale[of], cost[of]]
  if (own === undefined || upstream === undefined || own === 0) return null
  return (1 - upstream / own) * 100
}

/** Whether a model with these fields can be charged. */
export const isPriced = (fields: PriceFields): boolean => hasAmount(fields)
