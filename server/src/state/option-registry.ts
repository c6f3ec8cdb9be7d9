import { type ComputedOptionKey, type OptionKey, type OptionValues, optionOf } from '@sluice/contract/options/registry'
import { defaultPrices } from '../core/billing/default-prices.ts'
import { defaultToolPriceSetting } from '../core/billing/tool-prices.ts'

export type { OptionKey, OptionValues }

/** Defaults that are not in the contract, because the console would load them. `defaultOption` checks their shape. */
const computedDefaults: Readonly<Record<ComputedOptionKey, unknown>> = {
  ...defaultPrices,
  tool_price_setting: defaultToolPriceSetting,
}

export const declaredDefault = (key: OptionKey): unknown =>
  isComputed(key) ? computedDefaults[key] : optionOf(key).default

const isComputed = (key: OptionKey): key is ComputedOptionKey => Object.hasOwn(computedDefaults, key)
