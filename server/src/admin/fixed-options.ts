import type { OptionEntry } from '@sluice/contract/option'

/**
 * What consoles of other gateways read as an option and nobody sets here. Their page of payments stays locked until the
 * operator has confirmed its terms; here payments depend on no confirmation, as `GET /api/user/topup/info` says too.
 */
export const fixedOptions: readonly OptionEntry[] = [{ key: 'payment_setting.compliance_confirmed', value: 'true' }]

/** Whether a write repeats such an option as it was read: it changes nothing. */
export const repeatsFixedOption = ({ key, value }: { key: string; value: unknown }): boolean =>
  fixedOptions.some((fixed) => fixed.key === key && fixed.value === String(value))
