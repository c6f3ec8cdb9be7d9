import type { MarginSums } from '@sluice/contract/margin'
import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { Nothing } from '../../components/nothing.tsx'
import { QuotaText } from '../../components/quota-text.tsx'
import texts from '../../components/text.module.css'
import { formatNumber, formatPercent } from '../../lib/format.ts'
import css from './margin.module.css'
import { unknownCharge, unknownShare } from './unknown-share.ts'

/** An amount that may be unknown, which differs from zero. */
export function KnownQuota({ value }: { value: number | null }) {
  return value === null ? <Unknown /> : <QuotaText value={value} />
}

export const isLoss = ({ margin }: Pick<MarginSums, 'margin'>) => margin !== null && margin < 0

/** A negative margin is a loss, marked by colour and sign. */
export function MarginText({ sums }: { sums: Pick<MarginSums, 'margin'> }) {
  if (sums.margin === null) return <Unknown />
  return (
    <span data-loss={isLoss(sums)} className={css.margin}>
      <QuotaText value={sums.margin} />
    </span>
  )
}

export function PercentText({ sums }: { sums: Pick<MarginSums, 'margin' | 'margin_percent'> }) {
  if (sums.margin === null) return <Unknown />
  // Without charges there is no share.
  if (sums.margin_percent === null) return <Nothing />
  return (
    <span data-loss={sums.margin_percent < 0} className={css.margin}>
      {formatPercent(sums.margin_percent)}
    </span>
  )
}

function Unknown() {
  const { t } = useTranslation('margin')
  return (
    <Tooltip title={t('unknownHint')}>
      <span className={texts.faint}>{t('unknown')}</span>
    </Tooltip>
  )
}

/** What was charged for calls with an unknown cost: the margin does not contain it. */
export function UnknownCharge({ sums }: { sums: Pick<MarginSums, 'charge' | 'cost_known_charge'> }) {
  const value = unknownCharge(sums)
  return value === 0 ? <Nothing /> : <QuotaText value={value} />
}

/** The share of calls with an unknown cost. */
export function UnknownShare({ sums }: { sums: Pick<MarginSums, 'calls' | 'cost_known'> }) {
  const { t } = useTranslation('margin')
  const share = unknownShare(sums)
  const values = { unknown: formatNumber(sums.calls - sums.cost_known), calls: formatNumber(sums.calls) }
  return (
    <Tooltip title={t('unknownOf', values)}>
      <span data-tone={share === 0 ? 'none' : share === 100 ? 'all' : 'some'} className={css.share}>
        {formatPercent(share)}
      </span>
    </Tooltip>
  )
}
