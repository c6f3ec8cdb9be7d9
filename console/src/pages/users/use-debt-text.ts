import { formatNumber, formatPrice } from '../../lib/format.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'

/** The exact amount that a negative balance owes. */
export function useDebtText(): (balance: number) => string {
  const format = useQuotaFormat()
  return (balance) => (format.inCurrency ? formatPrice(-balance, format) : formatNumber(-balance))
}
