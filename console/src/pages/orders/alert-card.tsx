import type { PaymentAlert } from '@sluice/contract/topup'
import { useTranslation } from 'react-i18next'
import card from '../../components/row-card.module.css'
import { formatNumber, formatTime } from '../../lib/format.ts'
import { AlertReason } from './alert-reason.tsx'
import css from './orders.module.css'

/** An alert on a phone: fault, order, time. Tapping it shows what to do. */
export function AlertCard({ alert, onOpen }: { alert: PaymentAlert; onOpen(): void }) {
  const { t } = useTranslation('orders')
  const time = formatTime(alert.last_time)
  return (
    <button type="button" className={`${card.button} ${css.card}`} onClick={onOpen}>
      <span className="visually-hidden">{t('openRow', { time })}</span>
      <span>
        <AlertReason reason={alert.reason} />
      </span>
      {alert.trade_no !== '' && <code className={css.cardNumber}>{alert.trade_no}</code>}
      <span className={css.cardLine}>
        <span className={css.quiet}>{time}</span>
        <span className={css.quiet}>
          {t('alerts.timesCount', { count: alert.times, number: formatNumber(alert.times) })}
        </span>
      </span>
    </button>
  )
}
