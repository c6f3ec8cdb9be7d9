import type { OptionKey } from '../../state/option-registry.ts'
import type { OptionFaults, OptionStep } from './check-needs.ts'

/** Options of which the first must not be greater than the second. */
const bounds = [['checkin_setting.min_quota', 'checkin_setting.max_quota']] as const satisfies [
  OptionKey,
  OptionKey,
][]

/** A least value above its most. What was amiss before is left alone: other options must stay writable. */
export function crossedBounds({ after, changed }: OptionStep): OptionFaults {
  const faults: OptionFaults = new Map()
  for (const [least, most] of bounds) {
    if (after[least] <= after[most]) continue
    if (changed.has(most)) faults.set(most, `must not be less than ${after[least]}`)
    else if (changed.has(least)) faults.set(least, `must not be more than ${after[most]}`)
  }
  return faults
}
