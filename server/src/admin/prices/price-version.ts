import { createHash } from 'node:crypto'
import { defaultPriceKeys } from '@sluice/contract/option'
import type { OptionKey, OptionValues } from '../../state/option-registry.ts'
import { formatOption } from '../../state/option-values.ts'

/** The options that say what calls are charged, before group ratios. */
export const priceKeys: readonly OptionKey[] = [...defaultPriceKeys]

const known = new WeakMap<OptionValues, string>()

/** Changes with every price. Two sets of options with the same prices have the same version. */
export function priceVersionOf(options: OptionValues): string {
  const made = known.get(options) ?? buildVersion(options)
  known.set(options, made)
  return made
}

function buildVersion(options: OptionValues): string {
  const hash = createHash('sha256')
  for (const key of priceKeys) hash.update(`${key} ${formatOption(key, options[key])}\n`)
  return hash.digest('base64url').slice(0, 27)
}
