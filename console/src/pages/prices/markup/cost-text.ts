import type { CostEntry } from '@sluice/contract/cost-prices'
import { useTranslation } from 'react-i18next'
import { formatDollars, formatPercent } from '../../../lib/format.ts'
import { usePrices } from '../prices-context.ts'
import { dollarsOf, fixedFigures } from '../sheet/figures.ts'

/** An entry of the list of costs in words: `60% of the list price`, `$0.02 per call`. */
export function useCostText(): (entry: CostEntry | null) => string {
  const { t } = useTranslation('prices')
  const { quotaPerUnit } = usePrices()
  return (entry) => {
    if (entry === null) return t('sheet.unset')
    if ('discount' in entry) return t('cost.share', { percent: formatPercent(entry.discount * 100) })
    const fixed = fixedFigures.flatMap((figure) => {
      const price = dollarsOf(entry, figure, quotaPerUnit)
      return price === null ? [] : [t(`cost.per.${figure}`, { price: formatDollars(price) })]
    })
    const [input, output] = (['input', 'output'] as const).map((figure) => dollarsOf(entry, figure, quotaPerUnit))
    const amounts = [
      ...(input == null ? [] : [formatDollars(input)]),
      ...(output == null ? [] : [t('sheet.costOutput', { value: formatDollars(output) })]),
    ]
    const parts = [
      ...fixed,
      ...(amounts.length === 0 ? [] : [t('cost.per.tokens', { price: amounts.join(t('effect.comma')) })]),
      ...(entry.rules?.length ? [t('sheet.rules', { count: entry.rules.length })] : []),
    ]
    return parts.join(t('effect.comma'))
  }
}
