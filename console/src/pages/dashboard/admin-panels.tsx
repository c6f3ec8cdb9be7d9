import type { DataChannel } from '@sluice/contract/data'
import { type ChannelStatusFilter, channelStatus } from '@sluice/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { QuotaText } from '../../components/quota-text.tsx'
import { StatusTag } from '../../components/status-tag.tsx'
import texts from '../../components/text.module.css'
import { TimeText } from '../../components/time-text.tsx'
import { formatNumber, formatPercent } from '../../lib/format.ts'
import { errorPercent, formatSpeed, tokensPerSecond } from './build-figures.ts'
import css from './dashboard.module.css'
import { PanelFailure } from './failure.tsx'
import { Nothing, Panel } from './panel.tsx'
import { channelsQuery, type OverviewRequest, usersQuery } from './queries.ts'

const disabled = { status: 'disabled' satisfies ChannelStatusFilter }

/** Disabled channels, and channels with failing calls. */
export function ChannelsPanel({ request }: { request: OverviewRequest }) {
  const { t } = useTranslation('dashboard')
  const query = useQuery(channelsQuery(request))
  const { stopped = [], failing = [], total = 0, stopped_total: count = 0 } = query.data ?? {}
  const hidden = count - stopped.length
  return (
    <Panel
      title={t('channels.title')}
      isStale={query.isPlaceholderData}
      extra={
        query.data && (
          <Link to="/channel" className={css.more}>
            {t('channels.enabled', { enabled: formatNumber(total - count), total: formatNumber(total) })}
          </Link>
        )
      }
    >
      <PanelFailure query={query} />
      {query.data && stopped.length + failing.length === 0 && (
        <Nothing>{t(total === 0 ? 'channels.none' : 'channels.fine')}</Nothing>
      )}
      <ul className={css.lines}>
        {stopped.map((channel) => (
          <ChannelLine key={channel.id} channel={channel} />
        ))}
        {hidden > 0 && (
          <li>
            <Link to="/channel" search={disabled} className={css.more}>
              {t('channels.hidden', { count: hidden })}
            </Link>
          </li>
        )}
        {failing.map((channel) => (
          <ChannelLine key={channel.id} channel={channel} />
        ))}
      </ul>
    </Panel>
  )
}

function ChannelLine({ channel }: { channel: DataChannel }) {
  const { t } = useTranslation(['dashboard', 'common'])
  const { id, name, status, status_reason: reason, status_time: time, errors } = channel
  const speed = tokensPerSecond(channel)
  const isAuto = status === channelStatus.autoDisabled
  return (
    <li>
      <div className={css.line}>
        <Link to="/channel/edit/$id" params={{ id: String(id) }} className={css.lineName}>
          {name} <small className={texts.faint}>#{id}</small>
        </Link>
        {status === channelStatus.enabled ? (
          <span className={css.failed} data-tone={(errorPercent(channel) ?? 0) >= 5 ? 'bad' : 'some'}>
            {t('failedShare', { percent: formatPercent(errorPercent(channel) ?? 0) })}
          </span>
        ) : (
          <StatusTag tone={isAuto ? 'error' : 'neutral'}>
            {isAuto ? t('common:status.autoDisabled') : t('common:status.disabled')}
          </StatusTag>
        )}
      </div>
      <div className={css.lineFacts}>
        {time > 0 && <TimeText seconds={time} />}
        {reason !== '' && (
          <span className={css.reason} title={reason}>
            {reason}
          </span>
        )}
        {errors > 0 && (
          <span>
            {t('channels.failed', {
              failed: formatNumber(errors),
              calls: formatNumber(channel.calls + errors),
            })}
          </span>
        )}
        {speed !== null && <span>{t('speed', { tokens: formatSpeed(speed) })}</span>}
      </div>
    </li>
  )
}

/** The accounts with the charges; a name selects that account. */
export function UsersPanel({ request, onChoose }: { request: OverviewRequest; onChoose(username: string): void }) {
  const { t } = useTranslation('dashboard')
  const query = useQuery(usersQuery(request))
  const top = query.data?.[0]?.quota ?? 0
  return (
    <Panel title={t('users.title')} isStale={query.isPlaceholderData}>
      <PanelFailure query={query} />
      {query.data?.length === 0 && <Nothing>{t('nothing')}</Nothing>}
      <ol className={css.lines}>
        {query.data?.map((user) => (
          <li key={user.user_id}>
            <div className={css.line}>
              {user.username === '' ? (
                <span className={texts.faint}>{t('users.gone', { id: user.user_id })}</span>
              ) : (
                <Button type="link" className={css.userName} onClick={() => onChoose(user.username)}>
                  {user.username}
                </Button>
              )}
              <QuotaText value={user.quota} />
            </div>
            <span className={css.bar} aria-hidden>
              <span style={{ width: `${top > 0 ? (user.quota / top) * 100 : 0}%` }} />
            </span>
            <div className={css.lineFacts}>
              <span>{t('calls', { count: user.calls, number: formatNumber(user.calls) })}</span>
              {user.errors > 0 && (
                <span className={css.failed} data-tone={(errorPercent(user) ?? 0) >= 5 ? 'bad' : 'some'}>
                  {t('failedShare', { percent: formatPercent(errorPercent(user) ?? 0) })}
                </span>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
