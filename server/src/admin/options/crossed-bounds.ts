import { makeReason } from '@sluice/contract/error-reasons'
import { isOptionKey, optionKeys, optionOf } from '@sluice/contract/options/registry'
import type { OptionKey } from '../../state/option-registry.ts'
import type { OptionFaults, OptionStep } from './check-needs.ts'

/** Options of which the first must not be greater than the second. */
const bounds = optionKeys.flatMap((least): [OptionKey, OptionKey][] => {
  const { notAbove } = optionOf(least)
  return notAbove !== undefined && isOptionKey(notAbove) ? [[least, notAbove]] : []
})

/** A least value above its most. What was amiss before is left alone: other options must stay writable. */
export function crossedBounds({ after, changed }: OptionStep): OptionFaults {
  const faults: OptionFaults = new Map()
  for (const [least, most] of bounds) {
    if (Number(after[least]) <= Number(after[most])) continue
    if (changed.has(most)) faults.set(most, makeReason('notLess', { min: Number(after[least]) }))
    else if (changed.has(least)) faults.set(least, makeReason('notMore', { max: Number(after[most]) }))
  }
  return faults
}
