import type { DataOverview } from '@sluice/contract/data'
import { logType } from '@sluice/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import figures from '../../components/figure-line.module.css'
import { FigureItems } from '../../components/figure-line.tsx'
import layout from '../../components/layout.module.css'
import { Row } from '../../components/layout.tsx'
import { QuotaText } from '../../components/quota-text.tsx'
import texts from '../../components/text.module.css'
import { formatClock, formatNumber, formatPercent } from '../../lib/format.ts'
import { errorPercent, formatSpeed } from './build-figures.ts'
import css from './dashboard.module.css'
import { firstTokenText } from './first-token-text.ts'
import { attentionQuery, lastHourQuery, marginOfTodayQuery } from './queries.ts'

/** The state of the site now, whatever span the page shows. What is not known yet is a dash. */
export function NowLine() {
  const { t } = useTranslation('dashboard')
  const { data: now } = useQuery(attentionQuery)
  const { data: hour } = useQuery(lastHourQuery)
  const { data: margin } = useQuery(marginOfTodayQuery)
  const median = hour?.first_token.span.p50_ms ?? null
  const since = hour ? formatClock(hour.start) : '–'
  return (
    <Row as="section" gap={[8, 16]} className={`${layout.apart} ${css.now}`} aria-label={t('now.title')} wrap>
      <h2>{t('now.title')}</h2>
      <dl className={`${figures.values} ${figures.figures}`} data-many>
        <FigureItems
          figures={[
            {
              label: t('now.channels.label'),
              hint: t('now.channels.hint'),
              value: now && (
                <Beside more={t('now.channels.of', { total: formatNumber(now.channels) })}>
                  <Link
                    to="/channel"
                    className={css.cause}
                    data-tone={now.serving === 0 && now.channels > 0 ? 'bad' : undefined}
                  >
                    {formatNumber(now.serving)}
                  </Link>
                </Beside>
              ),
            },
            {
              label: t('now.rate.label'),
              hint: t('now.rate.hint'),
              value: now && now.last_minute_calls !== null ? formatSpeed(now.last_minute_calls / 60) : undefined,
            },
            {
              label: t('now.failed.label'),
              hint: t('now.failed.hint', { time: since }),
              value: hour && <FailedShare hour={hour} />,
            },
            {
              label: t('now.firstToken.label'),
              hint: t('now.firstToken.hint', { time: since }),
              value: median === null ? undefined : firstTokenText(t, median),
            },
            {
              label: t('now.margin.label'),
              hint: t('now.margin.hint'),
              value:
                margin && margin.margin !== null ? (
                  <Beside more={margin.margin_percent === null ? '' : formatPercent(margin.margin_percent)}>
                    <Link to="/margin" className={css.cause} data-tone={margin.margin < 0 ? 'bad' : undefined}>
                      <QuotaText value={margin.margin} />
                    </Link>
                  </Beside>
                ) : undefined,
            },
          ]}
        />
      </dl>
    </Row>
  )
}

const Beside = ({ more, children }: { more: string; children: ReactNode }) => (
  <>
    {children}
    {more !== '' && (
      <>
        {' '}
        <small className={texts.hint}>{more}</small>
      </>
    )}
  </>
)

/** With the share in the same hours of the day before. */
function FailedShare({ hour }: { hour: DataOverview }) {
  const { t } = useTranslation('dashboard')
  const share = errorPercent(hour.sums)
  const before = errorPercent(hour.previous)
  if (share === null) return '–'
  return (
    <Beside more={before === null ? '' : t('now.failed.before', { before: formatPercent(before) })}>
      <Link
        to="/log"
        search={{ type: logType.error, start_timestamp: hour.start }}
        className={css.cause}
        data-tone={share >= 5 ? 'bad' : undefined}
      >
        {formatPercent(share)}
      </Link>
    </Beside>
  )
}
