import type { UsageHistogram } from '@sluice/contract/usage-log'
import { useQuery } from '@tanstack/react-query'
import { Tooltip } from 'antd'
import { Fragment, type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { buildBars } from '../../components/calls-histogram/build-bars.ts'
import { CallsHistogram } from '../../components/calls-histogram/calls-histogram.tsx'
import { QuotaText } from '../../components/quota-text.tsx'
import texts from '../../components/text.module.css'
import { formatDuration, formatNumber, formatPercent, formatQuota, formatTime } from '../../lib/format.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import type { LogFilters } from './log-filters.ts'
import css from './log-overview.module.css'
import { histogramQuery } from './queries.ts'

interface LogOverviewProps {
  isAdmin: boolean
  filters: LogFilters
  liveMs: number | undefined
  /** Rows of the list below; undefined = not known, or more than are counted. */
  entries: number | undefined
  onZoom(span: { from: number; until: number }): void
}

const failedPercentOf = ({ calls, failed }: UsageHistogram): number =>
  calls + failed === 0 ? 0 : (failed / (calls + failed)) * 100

/** The answer in a line, and below it the calls over time. */
export function LogOverview({ isAdmin, filters, liveMs, entries, onZoom }: LogOverviewProps) {
  const { t } = useTranslation('logs')
  const format = useQuotaFormat()
  const { data } = useQuery(histogramQuery({ isAdmin, filters, liveMs }))
  const bars = useMemo(() => (data ? buildBars(data) : []), [data])
  if (data === undefined) return <div className={css.waiting} aria-hidden />
  const calls = data.calls + data.failed
  if (calls === 0 && data.quota === 0) return null
  const label = t('histogram.label', {
    from: formatTime(data.start),
    until: formatTime(data.end),
    calls: formatNumber(calls),
    failed: formatNumber(data.failed),
    cost: formatQuota(data.quota, format),
  })
  return (
    <>
      <AnswerLine data={data} entries={entries} />
      <CallsHistogram bars={bars} countedFrom={data.counted_from} label={label} onZoom={onZoom} />
    </>
  )
}

/** "911 calls · 4.1 % failed · $33.05 · p50 first token 0.61 s". */
function AnswerLine({ data, entries }: { data: UsageHistogram; entries: number | undefined }) {
  const { t } = useTranslation('logs')
  const calls = data.calls + data.failed
  const percent = failedPercentOf(data)
  const parts: ReactNode[] = [
    <strong key="calls">{t('answer.calls', { count: calls, shown: formatNumber(calls) })}</strong>,
    // A stream that broke off has an entry for its failure and one for its charge, and refunds have their own.
    ...(entries === undefined || entries <= calls
      ? []
      : [
          <Tooltip key="entries" title={t('answer.entriesHint')}>
            <span>{t('answer.entries', { count: entries, shown: formatNumber(entries) })}</span>
          </Tooltip>,
        ]),
    data.failed > 0 ? (
      <strong key="failed" className={texts.bad}>
        {t('answer.failed', { percent: formatPercent(percent) })}
      </strong>
    ) : (
      <span key="failed">{t('answer.noneFailed')}</span>
    ),
    <Tooltip key="cost" title={t('answer.costHint')}>
      <strong>
        <QuotaText value={data.quota} />
      </strong>
    </Tooltip>,
    ...(data.first_token_ms === null
      ? []
      : [
          <Tooltip
            key="first"
            title={t('answer.firstTokenHint', {
              count: data.first_token_calls,
              shown: formatNumber(data.first_token_calls),
            })}
          >
            <span>{t('answer.firstToken', { time: formatDuration(data.first_token_ms) })}</span>
          </Tooltip>,
        ]),
    ...(data.counted_from > data.start
      ? [
          <span key="partial" className={texts.faint}>
            {t('answer.countedFrom', { time: formatTime(data.counted_from).slice(5, 16) })}
          </span>,
        ]
      : []),
  ]
  return (
    <p className={css.answer}>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {index > 0 && (
            <span className={css.separator} aria-hidden>
              ·
            </span>
          )}
          {part}
        </Fragment>
      ))}
    </p>
  )
}
