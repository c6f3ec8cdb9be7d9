import type { PaymentAlert } from '@sluice/contract/topup'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Fact, Facts } from '../../components/facts.tsx'
import { RowDetail } from '../../components/row-detail.tsx'
import texts from '../../components/text.module.css'
import { formatNumber, formatTime } from '../../lib/format.ts'
import { AlertReason } from './alert-reason.tsx'
import { OrderNumber, Owner } from './order-parts.tsx'
import css from './orders.module.css'

/** An opened alert: what happened, what to do, and expected and received values. */
export function AlertDetail({ alert }: { alert: PaymentAlert }) {
  const { t } = useTranslation('orders')
  // The number of another shop's order is not shown.
  const isOurs = alert.trade_no !== '' && alert.user_id !== 0
  return (
    <RowDetail label={t('alerts.detail')}>
      <div className={css.details}>
        <AlertReason reason={alert.reason} />
        <p>{t(`what.${alert.reason}`)}</p>
        <h3>{t('alerts.toDo')}</h3>
        <p>{t(`toDo.${alert.reason}`)}</p>
        {isOurs && (
          <Link to="/orders" search={{ keyword: alert.trade_no }}>
            {t('alerts.showOrder')}
          </Link>
        )}
      </div>
      <Facts look="grid">
        <Fact label={t('alerts.said')}>
          <code className={texts.verbatim}>{alert.detail}</code>
        </Fact>
        <Fact label={t('column.order')}>
          <OrderNumber value={alert.trade_no} />
        </Fact>
        <Fact label={t('column.user')}>
          <Owner of={alert} />
        </Fact>
        <Fact label={t('alerts.gateway')}>{t(`gateway.${alert.gateway}`)}</Fact>
        <Fact label={t('alerts.first')}>{formatTime(alert.first_time)}</Fact>
        <Fact label={t('alerts.last')}>{formatTime(alert.last_time)}</Fact>
        <Fact label={t('alerts.times')}>{formatNumber(alert.times)}</Fact>
        <Fact label={t('alerts.ip')}>
          <code>{alert.ip}</code>
        </Fact>
      </Facts>
    </RowDetail>
  )
}
