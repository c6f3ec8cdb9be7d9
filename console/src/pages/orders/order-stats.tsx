import type { TopupSums } from '@sluice/contract/topup'
import { useTranslation } from 'react-i18next'
import figures from '../../components/figure-line.module.css'
import { FigureItems } from '../../components/figure-line.tsx'
import { QuotaText } from '../../components/quota-text.tsx'
import texts from '../../components/text.module.css'
import { formatMoney, formatNumber } from '../../lib/format.ts'
import css from './orders.module.css'

/** The total credit of all rows that match the filters. */
export function OrderStats({ sums }: { sums: TopupSums | undefined }) {
  const { t } = useTranslation('orders')
  const money = sums?.money.map(({ money, currency }) => (
    <span key={currency} className={texts.number}>
      {formatMoney(money, currency)}
    </span>
  ))
  return (
    <dl className={`${figures.values} ${css.stats}`} aria-label={t('stats.label')}>
      <FigureItems
        figures={[
          { label: t('stats.count'), hint: t('stats.countHint'), value: sums && formatNumber(sums.count) },
          { label: t('stats.quota'), hint: t('stats.quotaHint'), value: sums && <QuotaText value={sums.quota} /> },
          {
            label: t('stats.money'),
            hint: t('stats.moneyHint'),
            value: money && <span className={css.sums}>{money.length > 0 ? money : formatMoney('0', '')}</span>,
          },
        ]}
      />
    </dl>
  )
}
