import type { MarginSums } from '@sluice/contract/margin'
import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { QuotaText } from '../../components/quota-text.tsx'
import css from './margin.module.css'
import { KnownQuota, MarginText, PercentText, UnknownShare } from './margin-figures.tsx'

/** The whole period in five figures. */
export function MarginStats({ sums }: { sums: MarginSums | undefined }) {
  const { t } = useTranslation('margin')
  // Of no calls nothing is unknown.
  const called = sums && sums.calls > 0 ? sums : undefined
  const figure = (label: string, hint: string, value: ReactNode) => (
    <div key={label}>
      <dt>
        <Tooltip title={hint}>{label}</Tooltip>
      </dt>
      <dd>{value ?? '–'}</dd>
    </div>
  )
  return (
    <dl className={css.stats} aria-label={t('stats')}>
      {figure(t('column.charge'), t('hint.charge'), sums && <QuotaText value={sums.charge} />)}
      {figure(t('column.cost'), t('hint.cost'), called && <KnownQuota value={called.cost} />)}
      {figure(t('column.margin'), t('hint.margin'), called && <MarginText sums={called} />)}
      {figure(t('column.marginPercent'), t('hint.marginPercent'), called && <PercentText sums={called} />)}
      {figure(t('column.unknown'), t('hint.unknown'), called && <UnknownShare sums={called} />)}
    </dl>
  )
}
