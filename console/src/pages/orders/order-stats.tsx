import type { TopupSums } from '@sluice/contract/topup'
import { useTranslation } from 'react-i18next'
import figures from '../../components/figure-line.module.css'
import { FigureItems } from '../../components/figure-line.tsx'
import { QuotaText } from '../../components/quota-text.tsx'
import texts from '../../components/text.module.css'
import { formatMoney, formatNumber } from '../../lib/format.ts'
import css from './orders.module.css'

/** Credit and money of all rows that match the filters. */
export function OrderStats({ sums }: { sums: TopupSums | undefined }) {
  const { t } = useTranslation('orders')
  const money = (key: 'received' | 'refunded' | 'money') => ({
    label: t(`stats.${key}`),
    hint: t(`stats.${key}Hint`),
    value: sums && (
      <span className={css.sums}>
        {sums.money.length === 0
          ? formatMoney('0', '')
          : sums.money.map((sum) => (
              <span key={sum.currency} className={texts.number}>
                {formatMoney(sum[key], sum.currency)}
              </span>
            ))}
      </span>
    ),
  })
  return (
    <dl className={`${figures.values} ${css.stats}`} aria-label={t('stats.label')}>
      <FigureItems
        figures={[
          { label: t('stats.count'), hint: t('stats.countHint'), value: sums && formatNumber(sums.count) },
          { label: t('stats.quota'), hint: t('stats.quotaHint'), value: sums && <QuotaText value={sums.quota} /> },
          money('received'),
          money('refunded'),
          money('money'),
        ]}
      />
    </dl>
  )
}
