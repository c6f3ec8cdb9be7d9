import type { TopupSums } from '@sluice/contract/topup'
import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { QuotaText } from '../../components/quota-text.tsx'
import { formatMoney, formatNumber } from '../../lib/format.ts'
import css from './orders.module.css'

/** The total credit of all rows that match the filters. */
export function OrderStats({ sums }: { sums: TopupSums | undefined }) {
  const { t } = useTranslation('orders')
  const figure = (label: string, hint: string, value: ReactNode) => (
    <div>
      <dt>
        <Tooltip title={hint}>{label}</Tooltip>
      </dt>
      <dd>{value ?? '–'}</dd>
    </div>
  )
  const money = sums?.money.map(({ money, currency }) => (
    <span key={currency} className={css.nowrap}>
      {formatMoney(money, currency)}
    </span>
  ))
  return (
    <dl className={css.stats} aria-label={t('stats.label')}>
      {figure(t('stats.count'), t('stats.countHint'), sums && formatNumber(sums.count))}
      {figure(t('stats.quota'), t('stats.quotaHint'), sums && <QuotaText value={sums.quota} />)}
      {figure(
        t('stats.money'),
        t('stats.moneyHint'),
        money && <span className={css.sums}>{money.length > 0 ? money : formatMoney('0', '')}</span>,
      )}
    </dl>
  )
}
