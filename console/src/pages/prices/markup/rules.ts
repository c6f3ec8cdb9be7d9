import type { MarkupRule } from '@sluice/contract/price-sheet'

/** The rules with one moved up (-1) or down. */
export function moved(rules: readonly MarkupRule[], place: number, by: -1 | 1): MarkupRule[] {
  const rule = rules[place]
  if (rule === undefined) return [...rules]
  return rules.toSpliced(place, 1).toSpliced(place + by, 0, rule)
}

/** The fields of the form of a rule. */
export interface RuleValues {
  models: string[]
  except: string[]
  channel: number | undefined
  /** On top of the cost, in percent: 30 = × 1.3. */
  percent: number | null
  add: number | null
  round: NonNullable<MarkupRule['round']>
}

export const newRule: RuleValues = { models: [], except: [], channel: undefined, percent: 30, add: 0, round: 'none' }

export const valuesOf = ({
  models,
  except = [],
  channel,
  factor,
  add = 0,
  round = 'none',
}: MarkupRule): RuleValues => ({
  models: [...models],
  except: [...except],
  channel,
  percent: percentOf(factor),
  add,
  round,
})

/** Twelve digits: 1.1 is 10 percent, not 10.000000000000009. */
export const percentOf = (factor: number): number => Number(((factor - 1) * 100).toPrecision(12))

export const buildRule = ({ models, except, channel, percent, add, round }: RuleValues): MarkupRule => ({
  models,
  ...(except.length > 0 && { except }),
  ...(channel !== undefined && { channel }),
  factor: Number((1 + (percent ?? 0) / 100).toPrecision(12)),
  ...(add !== null && add > 0 && { add }),
  ...(round !== 'none' && { round }),
})
