import { makeReason } from '@sluice/contract/error-reasons'
import { isOptionKey, optionKeys, optionOf } from '@sluice/contract/options/registry'
import type { OptionKey } from '../state/option-registry.ts'
import type { OptionFaults, OptionStep } from './check-needs.ts'

/** Options of which the first must not be greater than the second. */
const bounds = optionKeys.flatMap((minimum): [OptionKey, OptionKey][] => {
  const { notAbove } = optionOf(minimum)
  return notAbove !== undefined && isOptionKey(notAbove) ? [[minimum, notAbove]] : []
})

/** Minimums above their maximums after a write. Earlier violations are ignored, so that other options stay writable. */
export function crossedBounds({ after, changed }: OptionStep): OptionFaults {
  const faults: OptionFaults = new Map()
  for (const [minimum, maximum] of bounds) {
    if (Number(after[minimum]) <= Number(after[maximum])) continue
    if (changed.has(maximum)) faults.set(maximum, makeReason('notLess', { min: Number(after[minimum]) }))
    else if (changed.has(minimum)) faults.set(minimum, makeReason('notMore', { max: Number(after[maximum]) }))
  }
  return faults
}
