import { parseAmount } from '../../../lib/price-conversion.ts'
import type { ModelPrice } from '../changes/model-price.ts'
import { type FigureFault, type FigureKey, type OwnFields, type Units, withValue } from './figures.ts'

export type CellFault = FigureFault | 'notNumber' | 'byExpression'
export type Typed = { ok: true; price: ModelPrice } | { ok: false; fault: CellFault }

/** The price after a figure was typed; an empty text removes the figure. */
export function typeFigure(price: ModelPrice, key: FigureKey, text: string, units: Units & { own: OwnFields }): Typed {
  if (price.expression !== null) return { ok: false, fault: 'byExpression' }
  const amount = parseAmount(text.replace(/^\s*\$/, ''))
  if (amount === 'invalid') return { ok: false, fault: 'notNumber' }
  const result = withValue(price.fields, key, amount === 'empty' ? null : amount, units)
  return result.ok ? { ok: true, price: { ...price, fields: result.fields } } : result
}
