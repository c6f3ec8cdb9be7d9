import { expressionMode } from '@sluice/contract/price-expression/language'
import { parseTexts, writeTable } from './json-table.ts'

/** The two options, as JSON texts. */
export interface ExpressionTexts {
  modes: string
  expressions: string
}

export interface ExpressionRow {
  model: string
  expression: string
}

/** The models that are priced by an expression, by name; null if one of the texts cannot be parsed. */
export function parseExpressionRows(texts: ExpressionTexts): ExpressionRow[] | null {
  const [modes, expressions] = [parseTexts(texts.modes), parseTexts(texts.expressions)]
  if (!modes.ok || !expressions.ok) return null
  return [...modes.value]
    .filter(([, mode]) => mode === expressionMode)
    .map(([model]) => ({ model, expression: expressions.value.get(model) ?? '' }))
    .sort((a, b) => (a.model < b.model ? -1 : 1))
}

/** The texts with the expression of a model; null = the model is priced by the tables again. Other entries stay. */
export function withExpression(texts: ExpressionTexts, model: string, expression: string | null): ExpressionTexts {
  const [modes, expressions] = [parseTexts(texts.modes), parseTexts(texts.expressions)]
  if (!modes.ok || !expressions.ok) return texts
  if (expression === null) {
    modes.value.delete(model)
    expressions.value.delete(model)
  } else {
    modes.value.set(model, expressionMode)
    expressions.value.set(model, expression)
  }
  return { modes: writeTable(modes.value), expressions: writeTable(expressions.value) }
}
