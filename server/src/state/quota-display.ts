import type { QuotaDisplay } from '@sluice/contract/quota-display'
import type { OptionKey, OptionValues } from './option-registry.ts'

type DisplayKey =
  | 'general_setting.quota_display_type'
  | 'general_setting.custom_currency_symbol'
  | 'general_setting.custom_currency_exchange_rate'
  | 'USDExchangeRate'
export type DisplayOptions = Pick<OptionValues, DisplayKey>

/** The display format of amounts, as in the status. */
export const quotaDisplayOf = (options: DisplayOptions) =>
  ({
    quota_display_type: options['general_setting.quota_display_type'],
    usd_exchange_rate: options.USDExchangeRate,
    custom_currency_symbol: options['general_setting.custom_currency_symbol'],
    custom_currency_exchange_rate: options['general_setting.custom_currency_exchange_rate'],
  }) satisfies QuotaDisplay

/** Makes the older switch and the newer choice agree: raw units if either selects them. */
export function withOneDisplay(values: OptionValues): OptionValues {
  const isRaw = !values.DisplayInCurrencyEnabled || values['general_setting.quota_display_type'] === 'TOKENS'
  return isRaw ? { ...values, DisplayInCurrencyEnabled: false, 'general_setting.quota_display_type': 'TOKENS' } : values
}

type Written = ReadonlyMap<OptionKey, { value: unknown }>

/** Changes the other option too if a client writes only one of them. */
export function withLinkedDisplay(changes: Written, current: OptionValues): Written {
  const type = changes.get('general_setting.quota_display_type')
  const inCurrency = changes.get('DisplayInCurrencyEnabled')
  if ((type === undefined) === (inCurrency === undefined)) return changes
  if (type !== undefined) return new Map(changes).set('DisplayInCurrencyEnabled', { value: type.value !== 'TOKENS' })
  const before = current['general_setting.quota_display_type']
  const shown = before === 'TOKENS' ? 'USD' : before
  const value = inCurrency?.value === true ? shown : 'TOKENS'
  return new Map(changes).set('general_setting.quota_display_type', { value })
}
