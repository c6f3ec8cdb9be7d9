import { hasAmount } from '@sluice/contract/price-amounts'
import { createMarkups, type Governed, type RawPrice } from '../../core/billing/markup.ts'
import { expressionOf, fieldsOf, isExpressionPriced, rulesOf } from '../../core/billing/price-fields.ts'
import type { PricedOptions } from '../../state/with-channel-costs.ts'

/** What a model is sold for, by the one thing that sets its price. */
export interface SalePrice extends RawPrice {
  by: 'expression' | 'markup' | 'tables'
  expression: string | null
  governed: Governed | null
}

export function createSalePrices(options: PricedOptions): (model: string) => SalePrice {
  const markupOf = createMarkups(options)
  const none = { fields: {}, rules: [], expression: null, governed: null }
  return (model) => {
    if (isExpressionPriced(options, model))
      return { ...none, by: 'expression', expression: expressionOf(options, model) }
    const governed = markupOf(model)
    if (governed !== null) return { ...none, ...governed.sale, by: 'markup', governed }
    return { ...none, by: 'tables', fields: fieldsOf(options, model), rules: rulesOf(options, model) }
  }
}

/** Whether calls can be charged. */
export const isSold = ({ expression, fields }: SalePrice): boolean => expression !== null || hasAmount(fields)
