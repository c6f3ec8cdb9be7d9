import type { Reason } from '@sluice/contract/error-reasons'
import type { PriceCondition, PriceFields, PriceRule } from '@sluice/contract/price-rules'

/** What was read of a list, or why it cannot be used. */
export type Built<T> = { ok: true; value: T } | { ok: false; reason: Reason }

/** What a list says about a model. An absent field is one that the list does not name: the present one stays. */
export interface ListedPrice {
  fields: PriceFields
  /** Null = the list says nothing about rules, so the present ones stay. */
  rules: PriceRule[] | null
  /** The conditions that the form of the list can express. Present rules with others stay. */
  axes: 'all' | readonly (keyof PriceCondition)[]
  /** The price expression, where the list has one in place of figures. */
  expression?: string
}

/** A line of a list, before it is known which model here it is about. */
export interface ListedEntry {
  /** As the list writes it, with its provider: `openai/gpt-5.4`. */
  name: string
  /** The model alone, where the line may count for it too; null = the line counts for the whole name only. */
  bare: string | null
  /** Who sells it at that price; '' = the list does not say. */
  provider: string
  price: ListedPrice
}

/** A line that cannot be used. */
export interface ListProblem {
  model: string
  reason: Reason
}

export interface ReadPriceList {
  entries: ListedEntry[]
  problems: ListProblem[]
  /** Lines about a model or about none, with a price or without. Absent: entries and problems are all. */
  lines?: number
}
