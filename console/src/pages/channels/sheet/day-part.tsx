import { logType } from '@sluice/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { buildBars } from '../../../components/calls-histogram/build-bars.ts'
import { CallsHistogram } from '../../../components/calls-histogram/calls-histogram.tsx'
import { LoadState } from '../../../components/load-state.tsx'
import texts from '../../../components/text.module.css'
import { ApiError } from '../../../lib/api-client.ts'
import { formatNumber, formatPercent, formatQuota } from '../../../lib/format.ts'
import { useQuotaFormat } from '../../../lib/use-quota-format.ts'
import { Causes } from './causes.tsx'
import { causesQuery, dayQuery, dayStart } from './queries.ts'
import { SheetPart } from './sheet-part.tsx'

/** The calls of a channel in the last 24 hours, and why some failed. Both lead to them in the log. */
export function DayPart({ id }: { id: number }) {
  const { t } = useTranslation('channel-sheet')
  const day = useQuery(dayQuery(id))
  const causes = useQuery(causesQuery(id))
  const navigate = useNavigate()
  const format = useQuotaFormat()
  const { data } = day
  const bars = useMemo(() => (data ? buildBars(data) : []), [data])
  const search = { channel: String(id), start_timestamp: dayStart() }
  const isOff = causes.error instanceof ApiError && causes.error.code === 'dashboard_disabled'
  return (
    <>
      <SheetPart
        title={t('day.title')}
        extra={
          <Link to="/log" search={search}>
            {t('day.log')}
          </Link>
        }
      >
        <LoadState query={day} rows={2} place="page">
          {({ calls: ended, failed, quota, counted_from: countedFrom }) => {
            const calls = ended + failed
            if (calls === 0) return <span className={texts.second}>{t('day.none')}</span>
            return (
              <>
                <span className={texts.counts}>
                  {t('day.figures', {
                    calls: formatNumber(calls),
                    percent: formatPercent((failed / calls) * 100),
                    cost: formatQuota(quota, format),
                  })}
                </span>
                <CallsHistogram
                  bars={bars}
                  countedFrom={countedFrom}
                  label={t('day.label', { calls: formatNumber(calls), failed: formatNumber(failed) })}
                  onZoom={({ from, until }) =>
                    void navigate({
                      to: '/log',
                      search: { channel: String(id), start_timestamp: from, end_timestamp: until - 1 },
                    })
                  }
                />
              </>
            )
          }}
        </LoadState>
      </SheetPart>
      <SheetPart title={t('causes.title')}>
        {isOff ? (
          <span className={texts.second}>{t('causes.off')}</span>
        ) : (
          <LoadState query={causes} rows={2} place="page">
            {(found) => <Causes found={found} search={{ ...search, type: logType.error }} />}
          </LoadState>
        )}
      </SheetPart>
    </>
  )
}
