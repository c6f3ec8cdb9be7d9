import { makeReason, type Reason } from '@sluice/contract/error-reasons'
import { missingOptions, neededOptions, type OptionFeature, optionFeatures } from '@sluice/contract/options/needs'
import { isOptionKey } from '@sluice/contract/options/registry'
import type { OptionKey, OptionValues } from '../state/option-registry.ts'

/** Option → why its value is refused. */
export type OptionFaults = Map<OptionKey, Reason>

export interface OptionStep {
  before: OptionValues
  after: OptionValues
  changed: ReadonlySet<OptionKey>
}

/**
 * Violated needs after a write: a feature that is switched on before its needs are filled in, or a cleared option that
 * an active feature needs. Earlier violations are ignored, so that other options stay writable.
 */
export function unmetNeeds(step: OptionStep): OptionFaults {
  const faults: OptionFaults = new Map()
  for (const feature of optionFeatures) addFaults(faults, feature, step)
  return faults
}

function addFaults(faults: OptionFaults, feature: OptionFeature, { before, after, changed }: OptionStep): void {
  const { switch: name, with: parts = [], needs } = feature
  if (!isFilled(after, name)) return
  const wasOn = [name, ...parts].every((key) => isFilled(before, key))
  const isChanged = (key: string): key is OptionKey => isOptionKey(key) && changed.has(key)
  const missing = missingOptions([...parts, ...needs], (key) => isFilled(after, key))
  if (missing.length === 0) return
  if (!wasOn) {
    if (parts.every((key) => isFilled(after, key)))
      for (const key of [name, ...parts].filter(isChanged))
        faults.set(key, makeReason('fillInFirst', { names: missing.join(', ') }))
    return
  }
  // Among alternatives, the cleared option is named.
  for (const key of neededOptions([...parts, ...needs]))
    if (isChanged(key) && !isFilled(after, key)) faults.set(key, makeReason('neededBy', { name }))
}

/** Mails need a sender with a valid address. */
const addresses: readonly string[] = ['SMTPFrom', 'SMTPAccount'] satisfies OptionKey[]

/** Blanks fill nothing in: no provider has an id or a secret of blanks. */
function isFilled(values: OptionValues, key: string): boolean {
  if (!isOptionKey(key)) return false
  const value: unknown = values[key]
  if (addresses.includes(key)) return String(value).includes('@')
  if (typeof value === 'string') return value.trim() !== ''
  return value !== false && !(Array.isArray(value) && value.length === 0)
}
