import { createHash } from 'node:crypto'
import { defaultPriceKeys } from '@sluice/contract/option'
import type { OptionKey } from '../../state/option-registry.ts'
import { formatOption } from '../../state/option-values.ts'
import type { PricedOptions } from '../../state/with-channel-costs.ts'

/** The options that the prices and costs of the sheet are made of. */
const priceKeys: readonly OptionKey[] = [
  ...defaultPriceKeys,
  'MarkupRules',
  'CostPrices',
  'billing_setting.billing_mode',
  'billing_setting.billing_expr',
]

const known = new WeakMap<PricedOptions, string>()

/** Changes with every price. Two sets of options with the same prices have the same version. */
export function priceVersionOf(options: PricedOptions): string {
  const made = known.get(options) ?? buildVersion(options)
  known.set(options, made)
  return made
}

function buildVersion(options: PricedOptions): string {
  const hash = createHash('sha256')
  for (const key of priceKeys) hash.update(`${key} ${formatOption(key, options[key])}\n`)
  hash.update(JSON.stringify([...(options.channelCosts ?? [])]))
  return hash.digest('base64url').slice(0, 27)
}
