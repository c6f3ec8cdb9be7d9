import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { QuotaText } from '../../components/quota-text.tsx'
import { TimeText } from '../../components/time-text.tsx'
import css from './dashboard.module.css'
import { PanelFailure } from './failure.tsx'
import { forecastBalance } from './forecast-balance.ts'
import { Nothing, Panel } from './panel.tsx'
import { customersQuery, type OverviewRequest } from './queries.ts'
import { useForecastText } from './use-forecast-text.ts'

interface CustomerPanelsProps {
  request: OverviewRequest
  /** Shows the figures of an account. */
  onChoose(username: string): void
}

/** The newest accounts, and those whose balance ends soon. */
export function CustomerPanels({ request, onChoose }: CustomerPanelsProps) {
  const { t } = useTranslation('dashboard')
  const forecastText = useForecastText()
  const query = useQuery(customersQuery(request))
  const { newest = [], low = [] } = query.data ?? {}
  return (
    <>
      <Panel
        title={t('customers.newest')}
        extra={
          <Link to="/user" className={css.more}>
            {t('customers.all')}
          </Link>
        }
      >
        <PanelFailure query={query} />
        {query.data && newest.length === 0 && <Nothing>{t('customers.none')}</Nothing>}
        <ul className={css.lines}>
          {newest.map(({ user_id: id, username, created_at, quota, used_quota: used }) => (
            <CustomerLine
              key={id}
              username={username}
              onChoose={onChoose}
              value={<TimeText seconds={created_at} />}
              facts={
                <>
                  <Amount name={t('customers.spent')} value={used} />
                  <Amount name={t('balance.left')} value={quota} />
                </>
              }
            />
          ))}
        </ul>
      </Panel>
      <Panel title={t('customers.low')}>
        <PanelFailure query={query} />
        {query.data && low.length === 0 && <Nothing>{t('customers.noneLow')}</Nothing>}
        <ul className={css.lines}>
          {low.map(({ user_id: id, username, quota, pace }) => (
            <CustomerLine
              key={id}
              username={username}
              onChoose={onChoose}
              value={<QuotaText value={quota} />}
              facts={
                <>
                  <span>{forecastText(forecastBalance({ quota, pace }))}</span>
                  <Amount name={t('customers.pace')} value={pace} />
                  <Link to="/user/edit/$id" params={{ id: String(id) }}>
                    {t('customers.open')}
                  </Link>
                </>
              }
            />
          ))}
        </ul>
      </Panel>
    </>
  )
}

interface CustomerLineProps {
  username: string
  value: ReactNode
  facts: ReactNode
  onChoose(username: string): void
}

const CustomerLine = ({ username, value, facts, onChoose }: CustomerLineProps) => (
  <li>
    <div className={css.line}>
      <Button type="link" className={css.userName} onClick={() => onChoose(username)}>
        {username}
      </Button>
      {value}
    </div>
    <div className={css.lineFacts}>{facts}</div>
  </li>
)

const Amount = ({ name, value }: { name: string; value: number }) => (
  <span>
    {name} <QuotaText value={value} />
  </span>
)
