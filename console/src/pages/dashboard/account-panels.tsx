import type { DataToken } from '@sluice/contract/data'
import { tokenStatus } from '@sluice/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Fact, Facts } from '../../components/facts.tsx'
import { QuotaText } from '../../components/quota-text.tsx'
import texts from '../../components/text.module.css'
import { formatNumber } from '../../lib/format.ts'
import css from './dashboard.module.css'
import { PanelFailure } from './failure.tsx'
import { forecastBalance } from './forecast-balance.ts'
import { Nothing, Panel } from './panel.tsx'
import { type OverviewRequest, tokensQuery } from './queries.ts'
import { useForecastText } from './use-forecast-text.ts'

/** The balance, how long it will last, and the tokens that end first. */
export function BalancePanel({ request }: { request: OverviewRequest }) {
  const { t } = useTranslation('dashboard')
  const query = useQuery(tokensQuery(request))
  const forecastText = useForecastText()
  const account = query.data
  const forecast = account && forecastBalance(account)
  const isOwn = request.view.of === 'self'
  return (
    <Panel
      title={t('balance.title')}
      isStale={query.isPlaceholderData}
      extra={
        isOwn && (
          <Link to="/topup" className={css.more}>
            {t('balance.account')}
          </Link>
        )
      }
    >
      <PanelFailure query={query} />
      {account && forecast && (
        <>
          <Facts look="thirds" className={css.balance}>
            <Fact label={t('balance.left')}>
              <QuotaText value={account.quota} />
            </Fact>
            <Fact label={t('balance.lasts')}>
              <span
                data-tone={forecast.kind === 'empty' || (forecast.kind === 'days' && forecast.isShort) ? 'bad' : 'none'}
              >
                {forecastText(forecast)}
              </span>
            </Fact>
            <Fact label={t('balance.pace')}>
              <QuotaText value={account.pace} />
            </Fact>
          </Facts>
          <h3 className={css.subHead}>{t('balance.low')}</h3>
          {account.low.length === 0 && <Nothing>{t('balance.noneLow')}</Nothing>}
          <ul className={css.lines}>
            {account.low.map((token) => (
              <LowToken key={token.id} token={token} isOwn={isOwn} />
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}

function LowToken({ token, isOwn }: { token: DataToken; isOwn: boolean }) {
  const { t } = useTranslation(['dashboard', 'common'])
  const forecastText = useForecastText()
  const isOver = token.status === tokenStatus.exhausted || token.remain_quota <= 0
  return (
    <li>
      <div className={css.line}>
        <TokenName token={token} isOwn={isOwn} />
        <span className={css.failed} data-tone="bad">
          {isOver
            ? t('common:status.exhausted')
            : forecastText(forecastBalance({ quota: token.remain_quota, pace: token.pace }))}
        </span>
      </div>
      {!isOver && (
        <div className={css.lineFacts}>
          <span>
            {t('tokens.left')} <QuotaText value={token.remain_quota} />
          </span>
        </div>
      )}
    </li>
  )
}

/** The API tokens with the highest charges. */
export function TokensPanel({ request }: { request: OverviewRequest }) {
  const { t } = useTranslation(['dashboard', 'common'])
  const query = useQuery(tokensQuery(request))
  const items = query.data?.items
  const top = items?.[0]?.quota ?? 0
  const isOwn = request.view.of === 'self'
  return (
    <Panel
      title={t('tokens.title')}
      isStale={query.isPlaceholderData}
      extra={
        isOwn &&
        query.data && (
          <Link to="/token" className={css.more}>
            {t('tokens.all', { count: query.data.total })}
          </Link>
        )
      }
    >
      <PanelFailure query={query} />
      {items?.length === 0 && <Nothing>{t('nothing')}</Nothing>}
      <ol className={css.lines}>
        {items?.map((token) => (
          <li key={token.id}>
            <div className={css.line}>
              <TokenName token={token} isOwn={isOwn} />
              <QuotaText value={token.quota} />
            </div>
            <span className={css.bar} aria-hidden>
              <span style={{ width: `${top > 0 ? (token.quota / top) * 100 : 0}%` }} />
            </span>
            <div className={css.lineFacts}>
              <span>{t('calls', { count: token.calls, number: formatNumber(token.calls) })}</span>
              {token.name !== '' && (
                <span>
                  {token.unlimited_quota ? (
                    t('common:unlimited')
                  ) : (
                    <>
                      {t('tokens.left')} <QuotaText value={token.remain_quota} />
                    </>
                  )}
                </span>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function TokenName({ token, isOwn }: { token: DataToken; isOwn: boolean }) {
  const { t } = useTranslation('dashboard')
  if (token.name === '') return <span className={texts.faint}>{t('tokens.gone', { id: token.id })}</span>
  if (!isOwn) return <span className={css.lineName}>{token.name}</span>
  return (
    <Link to="/token" search={{ open: String(token.id) }} className={css.lineName}>
      {token.name}
    </Link>
  )
}
