import type { CallCause } from '@sluice/contract/call-causes'
import type { DataErrorLine, DataErrors } from '@sluice/contract/data'
import { logType } from '@sluice/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useChartColors } from '../../components/charts/use-chart-colors.ts'
import texts from '../../components/text.module.css'
import { entryKeyOf, modelFilterOf } from '../../lib/call-filters.ts'
import { capitalised } from '../../lib/capitalised.ts'
import { formatNumber, formatPercent, formatTime } from '../../lib/format.ts'
import { formatList } from '../../lib/format-list.ts'
import css from './dashboard.module.css'
import { PanelFailure } from './failure.tsx'
import { type LogSearch, shortSearch } from './log-search.ts'
import { Nothing, Panel } from './panel.tsx'
import { errorsQuery, type OverviewRequest } from './queries.ts'

interface ErrorsPanelProps {
  request: OverviewRequest
  logSearch: LogSearch
  className?: string | undefined
}

/** Why calls failed, the most frequent cause first. */
export function ErrorsPanel({ request, logSearch, className }: ErrorsPanelProps) {
  const { t } = useTranslation('dashboard')
  const query = useQuery(errorsQuery(request))
  const { data } = query
  const isCut = data !== undefined && data.counted_from > logSearch.start_timestamp
  const failed = shortSearch({ ...logSearch, type: logType.error })
  const hidden = (data?.lines_total ?? 0) - (data?.lines?.length ?? 0)
  return (
    <Panel
      title={t(request.view.of === 'self' ? 'causes.title' : 'causes.ofSite')}
      isStale={query.isPlaceholderData}
      className={className}
      extra={
        data !== undefined &&
        data.causes.length > 0 && (
          <Link to="/log" search={failed} className={css.more}>
            {t('causes.all')}
          </Link>
        )
      }
    >
      <PanelFailure query={query} />
      {data?.causes.length === 0 && <Nothing>{t('causes.none')}</Nothing>}
      <ul className={css.lines}>
        {data?.lines === undefined
          ? data?.causes
              .slice(0, causesShown)
              .map((cause) => <CauseLine key={cause.cause} cause={cause} counted={data.counted} failed={failed} />)
          : data.lines.map((line) => (
              <ErrorLine
                key={`${line.cause} ${line.channel_id} ${line.model_name}`}
                line={line}
                counted={data.counted}
                failed={failed}
              />
            ))}
      </ul>
      {hidden > 0 && <p className={texts.below}>{t('causes.more', { count: hidden })}</p>}
      {isCut && data.counted > 0 && (
        <p className={texts.below}>
          {t('causes.counted', {
            number: formatNumber(data.counted),
            time: formatTime(data.counted_from).slice(5, 16),
          })}
        </p>
      )}
    </Panel>
  )
}

const causesShown = 8

interface CauseLineProps extends LineProps {
  cause: DataErrors['causes'][number]
}

interface LineProps {
  counted: number
  failed: LogSearch
}

interface CauseHeadProps {
  cause: CallCause
  calls: number
  /** In percent. */
  share: number
  /** Of these calls in the log. */
  search: LogSearch
}

function CauseHead({ cause, calls, share, search }: CauseHeadProps) {
  const { t } = useTranslation('causes')
  const colors = useChartColors()
  return (
    <>
      <div className={css.line}>
        <Link to="/log" search={search} className={css.cause}>
          {capitalised(t(`${cause}.what`))}
        </Link>
        <span>{formatNumber(calls)}</span>
      </div>
      <span className={css.bar} aria-hidden>
        <span style={{ width: `${share}%`, background: colors.error }} />
      </span>
    </>
  )
}

function CauseLine({ cause: found, counted, failed }: CauseLineProps) {
  const { cause, calls, models, newest } = found
  const { t, i18n } = useTranslation(['dashboard', 'causes'])
  const share = (calls / Math.max(1, counted)) * 100
  return (
    <li>
      <CauseHead cause={cause} calls={calls} share={share} search={{ ...failed, ...modelFilterOf(found) }} />
      <div className={css.lineFacts}>
        <span>{formatPercent(share)}</span>
        <span>
          {formatList(
            models.map(({ model_name }) => model_name),
            i18n.resolvedLanguage,
          )}
        </span>
        <Link to="/log" search={{ ...failed, open: entryKeyOf(newest) }}>
          {t('causes.newest', { time: formatTime(newest.created_at).slice(5, 16) })}
        </Link>
      </div>
    </li>
  )
}

/** A cause on one channel, for one model. */
function ErrorLine({ line, counted, failed }: LineProps & { line: DataErrorLine }) {
  const { t } = useTranslation(['dashboard', 'causes'])
  const { cause, calls, channel_id: channel, channel_name: channelName, model_name: model, since, newest } = line
  const share = (calls / Math.max(1, counted)) * 100
  const search = shortSearch({
    ...failed,
    ...(model && { model_name: model }),
    ...(channel && { channel: `${channel}` }),
  })
  return (
    <li>
      <CauseHead cause={cause} calls={calls} share={share} search={search} />
      <div className={css.lineFacts}>
        {channelName === '' ? (
          <span>{channel === 0 ? t('part.noChannel') : t('part.goneChannel', { id: channel })}</span>
        ) : (
          <Link to="/channel/edit/$id" params={{ id: String(channel) }}>
            {channelName}
          </Link>
        )}
        {model !== '' && <code>{model}</code>}
        <span>{t('causes.since', { time: formatTime(since).slice(5, 16) })}</span>
        <Link to="/log" search={{ ...failed, open: entryKeyOf(newest) }}>
          {t('causes.newest', { time: formatTime(newest.created_at).slice(5, 16) })}
        </Link>
      </div>
    </li>
  )
}
