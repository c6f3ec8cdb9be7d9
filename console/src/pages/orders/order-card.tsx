import type { ManagedTopup } from '@sluice/contract/topup'
import { useTranslation } from 'react-i18next'
import { QuotaText } from '../../components/quota-text.tsx'
import card from '../../components/row-card.module.css'
import { formatMoney, formatTime } from '../../lib/format.ts'
import { OrderStatus } from './order-parts.tsx'
import css from './orders.module.css'

/** A top-up on a phone: account, amount and status. Tapping it opens the details. */
export function OrderCard({ order, onOpen }: { order: ManagedTopup; onOpen(): void }) {
  const { t } = useTranslation('orders')
  const { username, user_id: id, method, price, currency, quota, create_time: created } = order
  return (
    <button type="button" className={`${card.button} ${css.card}`} onClick={onOpen}>
      <span className="visually-hidden">{t('openRow', { time: formatTime(created) })}</span>
      <span className={css.cardHead}>
        <span className={css.name}>{username || t('userGone', { id })}</span>
        <strong>
          <QuotaText value={quota} />
        </strong>
      </span>
      <span className={css.cardLine}>
        <span>
          {t(`method.${method}`)}
          {price !== '' && ` · ${formatMoney(price, currency)}`}
        </span>
        <OrderStatus order={order} />
      </span>
      <span className={css.cardLine}>
        <span className={css.quiet}>{formatTime(created)}</span>
      </span>
    </button>
  )
}
