import type { DefaultPriceKey, PriceDifference, PriceTableKey } from '@sluice/contract/option'
import { keysOf } from '@sluice/contract/typed-keys'
import { dollarsOfRatio, outputDollarsOf } from '../../../lib/price-conversion.ts'

/** One figure of a model: the current and the new value; null = not set. */
export interface FigureChange {
  kind: 'call' | 'input' | 'output' | 'factor' | 'rules'
  table: DefaultPriceKey
  /** Dollars a call or a million tokens; a plain factor, or a number of rules, according to `kind`. */
  before: number | null
  after: number | null
}

export interface DefaultRow {
  model: string
  /** Only the defaults have it, only the operator does, or both and they differ. */
  change: 'added' | 'removed' | 'changed'
  figures: FigureChange[]
}

type Side = 'current' | 'default'
type Tables = PriceDifference['tables']

const sideOf = (tables: Tables, key: PriceTableKey, side: Side): number | null => tables[key]?.[side] ?? null

/** Rows of the comparison with the default prices, in dollars for figures that are prices. */
export const buildDefaultRows = (
  differences: readonly PriceDifference[],
  stored: Readonly<Record<'ModelRatio' | 'CompletionRatio', ReadonlyMap<string, number>>>,
  quotaPerUnit: number,
): DefaultRow[] =>
  differences.map(({ model, tables, rules }) => ({
    model,
    change: changeOf(tables),
    figures: [
      ...figuresOf(tables, (key) => stored[key].get(model) ?? null, quotaPerUnit),
      ...(rules ? [figureOfRules(rules)] : []),
    ],
  }))

const figureOfRules = (rules: NonNullable<PriceDifference['rules']>): FigureChange => ({
  kind: 'rules',
  table: 'PriceRules',
  before: rules.current?.length ?? null,
  after: rules.default?.length ?? null,
})

function changeOf(tables: Tables): DefaultRow['change'] {
  const changes = Object.values(tables)
  // Only the rules differ: the model has its price.
  if (changes.length === 0) return 'changed'
  if (changes.every(({ current }) => current === null)) return 'added'
  return changes.every((change) => change.default === null) ? 'removed' : 'changed'
}

function figuresOf(
  tables: Tables,
  storedOf: (key: 'ModelRatio' | 'CompletionRatio') => number | null,
  quotaPerUnit: number,
): FigureChange[] {
  /** A table without a difference has the same value on both sides. */
  const figureOf = (key: 'ModelRatio' | 'CompletionRatio', side: Side) =>
    tables[key] === undefined ? storedOf(key) : sideOf(tables, key, side)
  const inputOf = (side: Side) => {
    const ratio = figureOf('ModelRatio', side)
    return ratio === null ? null : dollarsOfRatio(ratio, quotaPerUnit)
  }
  const outputOf = (side: Side) => {
    const [ratio, completion] = [figureOf('ModelRatio', side), figureOf('CompletionRatio', side)]
    return ratio === null || completion === null ? null : outputDollarsOf(ratio, completion, quotaPerUnit)
  }
  const figures: FigureChange[] = []
  const add = (kind: FigureChange['kind'], table: PriceTableKey, of: (side: Side) => number | null) => {
    const [before, after] = [of('current'), of('default')]
    if (before !== after) figures.push({ kind, table, before, after })
  }
  add('call', 'ModelPrice', (side) => sideOf(tables, 'ModelPrice', side))
  add('input', 'ModelRatio', inputOf)
  add('output', 'CompletionRatio', outputOf)
  // The difference has no effect on a price: there is no ratio to multiply.
  if (tables.CompletionRatio && inputOf('current') === null && inputOf('default') === null) {
    add('factor', 'CompletionRatio', (side) => sideOf(tables, 'CompletionRatio', side))
  }
  for (const table of keysOf(tables)) {
    if (table === 'ModelPrice' || table === 'ModelRatio' || table === 'CompletionRatio') continue
    add('factor', table, (side) => sideOf(tables, table, side))
  }
  return figures
}

/** `only`: one kind of change; '' = all. */
export const filterDefaultRows = (
  rows: readonly DefaultRow[],
  { only, keyword }: { only: string; keyword: string },
): DefaultRow[] => {
  const wanted = keyword.trim().toLowerCase()
  return rows.filter((row) => (only === '' || row.change === only) && row.model.toLowerCase().includes(wanted))
}
