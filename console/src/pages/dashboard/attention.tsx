import { type ChannelStatusFilter, channelStatus } from '@sluice/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import layout from '../../components/layout.module.css'
import css from './dashboard.module.css'
import { forecastBalance } from './forecast-balance.ts'
import { channelsQuery, type OverviewRequest, tokensQuery } from './queries.ts'
import { useForecastText } from './use-forecast-text.ts'

/** Urgent problems, at the top of the page; empty if there are none. */
export const Attention = ({ request }: { request: OverviewRequest }) => {
  if (request.view.of === 'all') return <StoppedChannels request={request} />
  return request.view.of === 'self' ? <ShortBalance request={request} /> : null
}

/** Channels named here; the list shows the others. */
const namesMax = 3
const autoDisabled = { status: 'auto_disabled' satisfies ChannelStatusFilter }

function StoppedChannels({ request }: { request: OverviewRequest }) {
  const { t } = useTranslation('dashboard')
  const { data } = useQuery(channelsQuery(request))
  const count = data?.auto_stopped_total ?? 0
  if (data === undefined || count === 0) return null
  const names = data.stopped
    .filter(({ status }) => status === channelStatus.autoDisabled)
    .slice(0, namesMax)
    .map(({ name }) => name)
    .join(t('attention.comma'))
  const hidden = count - Math.min(namesMax, count)
  return (
    <Alert
      type="error"
      showIcon
      className={`${layout.apart} ${css.attention}`}
      title={t('attention.channels', {
        count,
        names: hidden > 0 ? t('attention.andMore', { names, count: hidden }) : names,
      })}
      action={
        <Link to="/channel" search={autoDisabled}>
          {t('attention.openChannels')}
        </Link>
      }
    />
  )
}

function ShortBalance({ request }: { request: OverviewRequest }) {
  const { t } = useTranslation('dashboard')
  const forecastText = useForecastText()
  const navigate = useNavigate()
  const { data } = useQuery(tokensQuery(request))
  if (!data) return null
  const forecast = forecastBalance(data)
  // An account without any calls sees the first steps instead.
  const isShort = (forecast.kind === 'days' && forecast.isShort) || (forecast.kind === 'empty' && data.pace > 0)
  if (!isShort) return null
  return (
    <Alert
      type={forecast.kind === 'empty' ? 'error' : 'warning'}
      showIcon
      className={`${layout.apart} ${css.attention}`}
      action={
        <Button type="primary" size="small" onClick={() => navigate({ to: '/topup' })}>
          {t('attention.topUp')}
        </Button>
      }
      title={forecast.kind === 'empty' ? t('attention.empty') : t('attention.short', { time: forecastText(forecast) })}
    />
  )
}
