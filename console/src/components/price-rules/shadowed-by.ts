import { namedAxes, namesOf } from '@sluice/contract/price-axes'
import type { PriceRule } from '@sluice/contract/price-rules'

/** The number (from 1) of an earlier rule that applies whenever this one would, so that this one never applies. */
export function shadowedBy(rules: readonly PriceRule[], index: number): number | null {
  const rule = rules[index]
  if (rule === undefined) return null
  // Rules that stack neither prevent others nor are prevented.
  if (rule.stacks === true) return null
  const found = rules.slice(0, index).findIndex((earlier) => earlier.stacks !== true && covers(earlier.when, rule.when))
  return found === -1 ? null : found + 1
}

type Condition = PriceRule['when']

/** Whether `wide` holds in every case in which `narrow` does, judged one condition at a time. */
function covers(wide: Condition, narrow: Condition): boolean {
  const isTimed = [wide.between, wide.days, wide.from, wide.until].some((one) => one !== undefined)
  if (isTimed && (wide.timezone ?? 'UTC') !== (narrow.timezone ?? 'UTC')) return false
  return (
    (wide.input_over === undefined || (narrow.input_over !== undefined && narrow.input_over >= wide.input_over)) &&
    (wide.between === undefined || wide.between.join() === narrow.between?.join()) &&
    (wide.days === undefined || narrow.days?.every((day) => wide.days?.includes(day)) === true) &&
    (wide.from === undefined || (narrow.from !== undefined && narrow.from >= wide.from)) &&
    (wide.until === undefined || (narrow.until !== undefined && narrow.until <= wide.until)) &&
    namedAxes.every((axis) => {
      const [names, own] = [wide[axis], narrow[axis]]
      return names === undefined || (own !== undefined && namesOf(own).every((name) => namesOf(names).includes(name)))
    })
  )
}
