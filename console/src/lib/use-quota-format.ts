import { shownCurrency } from '@sluice/contract/quota-display'
import { type QuotaFormat, quotaFormatDefault } from './format.ts'
import { useStatus } from './queries.ts'

/** The site's display format of quota. */
export function useQuotaFormat(): QuotaFormat {
  const status = useStatus()
  if (status === null) return quotaFormatDefault
  return {
    perUnit: status.quota_per_unit,
    inCurrency: status.display_in_currency,
    currency: shownCurrency(status),
  }
}
