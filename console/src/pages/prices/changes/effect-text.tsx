import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import texts from '../../../components/text.module.css'
import { useDebounced } from '../../../components/use-debounced.ts'
import { formatNumber, formatQuota } from '../../../lib/format.ts'
import { formatFirst } from '../../../lib/format-list.ts'
import { useQuotaFormat } from '../../../lib/use-quota-format.ts'
import { effectQuery, type GivenChanges } from '../queries.ts'
import { callsOfReading } from './calls-of-reading.ts'

/** The server computes stored calls again: not at every key stroke. */
const settleMs = 800

/** Names of models on hover. */
const namesMax = 20

/** What the changes would have done to the charges of the last week: `+$31.20`. */
export function EffectText({ given }: { given: GivenChanges }) {
  const { t, i18n } = useTranslation('prices')
  const format = useQuotaFormat()
  const settled = useDebounced(given, settleMs)
  const { data, error, isFetching } = useQuery({ ...effectQuery(settled), placeholderData: keepPreviousData })
  const isOld = isFetching || settled !== given
  if (error !== null) return <span className={texts.problem}>{t('effect.failed', { message: error.message })}</span>
  if (data === undefined) return <span className={texts.second}>{t('effect.computing')}</span>
  const signed = (change: number) => `${change > 0 ? '+' : ''}${formatQuota(change, format)}`
  const { margin, changed, unpriced } = data
  const reading = callsOfReading(data)
  const hasMargin = margin.would_margin !== margin.margin
  const limits = [
    ...(data.at_earlier_prices > 0 ? [t('effect.earlier', { count: data.at_earlier_prices })] : []),
    ...(reading.calls > 0
      ? [t('effect.reading', { count: reading.calls, models: reading.names.join(t('effect.comma')) })]
      : []),
    ...(data.skipped > reading.calls ? [t('effect.skipped', { count: data.skipped - reading.calls })] : []),
    ...(data.is_partial ? [t('effect.partial', { calls: formatNumber(data.calls) })] : []),
  ]
  return (
    <span aria-busy={isOld} className={isOld ? texts.faint : undefined}>
      {t('effect.models', { count: changed })}{' '}
      {unpriced.models > 0 && (
        <span className={texts.bad} title={formatFirst(unpriced.names, namesMax, i18n.resolvedLanguage)}>
          {t('effect.unpriced', { count: unpriced.models })}
          {t('effect.comma')}
        </span>
      )}
      {t('effect.text', { count: data.days })} <b>{signed(data.would_charge - data.charge)}</b>
      {hasMargin && (
        <>
          {t('effect.comma')}
          {t('effect.margin')} <b>{signed(margin.would_margin - margin.margin)}</b>
        </>
      )}
      {limits.length > 0 && <span className={texts.second}> ({limits.join(t('effect.comma'))})</span>}
    </span>
  )
}
