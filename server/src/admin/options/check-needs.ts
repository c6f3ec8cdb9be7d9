import {
  isOptionKey,
  type OptionKey,
  type OptionValues,
  optionKeys,
  optionOf,
} from '../../state/option-registry.ts'

/** Option → what is wrong with its value. */
export type OptionFaults = Map<OptionKey, string>

/**
 * What `changed` makes impossible: a switch that is thrown before what it needs is filled in, or something
 * cleared that a switch in force needs. What was already amiss before is left alone: other options must stay
 * writable.
 */
export function unmetNeeds(values: OptionValues, changed: ReadonlySet<OptionKey>): OptionFaults {
  const faults: OptionFaults = new Map()
  for (const key of optionKeys) {
    if (values[key] !== true) continue
    const missing = (optionOf(key).needs ?? []).filter(isOptionKey).filter((name) => isEmpty(values[name]))
    if (missing.length === 0) continue
    if (changed.has(key)) faults.set(key, `fill in ${missing.join(', ')} first`)
    for (const name of missing)
      if (changed.has(name)) faults.set(name, `${key} needs it; switch that off first`)
  }
  return faults
}

const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0)
