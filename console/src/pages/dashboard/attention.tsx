import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import layout from '../../components/layout.module.css'
import css from './dashboard.module.css'
import { forecastBalance } from './forecast-balance.ts'
import { NeedsYou } from './needs-you.tsx'
import { NowLine } from './now-line.tsx'
import { type OverviewRequest, tokensQuery } from './queries.ts'

/** At the top of the page: what the site does now and what needs an administrator, or that the own balance is short. */
export function Attention({ request }: { request: OverviewRequest }) {
  if (request.view.of === 'self') return <ShortBalance request={request} />
  if (request.view.of === 'user') return null
  return (
    <>
      <NowLine />
      <NeedsYou />
    </>
  )
}

function ShortBalance({ request }: { request: OverviewRequest }) {
  const { t } = useTranslation('dashboard')
  const navigate = useNavigate()
  const { data } = useQuery(tokensQuery(request))
  if (!data) return null
  const forecast = forecastBalance(data)
  // An account without any calls sees the first steps instead.
  const isShort = (forecast.kind === 'days' && forecast.isShort) || (forecast.kind === 'empty' && data.pace > 0)
  if (!isShort) return null
  const lasting = forecast.kind === 'days' ? forecast.days : 0
  const short = lasting === 0 ? t('attention.shortToday') : t('attention.short', { count: lasting })
  const title = forecast.kind === 'empty' ? t('attention.empty') : short
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
      title={title}
    />
  )
}
