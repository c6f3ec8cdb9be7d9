import type { OptionEntry } from '@sluice/contract/option'

/**
 * Options that consoles of other gateways read, and that have one value here. Their page of payments is locked until
 * the operator confirms its terms. Payments here need no confirmation, as `GET /api/user/topup/info` also says.
 */
export const fixedOptions: readonly OptionEntry[] = [{ key: 'payment_setting.compliance_confirmed', value: 'true' }]

/** Whether a write repeats such an option as it was read: it changes nothing. */
export const repeatsFixedOption = ({ key, value }: { key: string; value: unknown }): boolean =>
  fixedOptions.some((fixed) => fixed.key === key && fixed.value === String(value))
