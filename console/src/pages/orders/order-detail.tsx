import type { ManagedTopup } from '@sluice/contract/topup'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Fact, Facts } from '../../components/facts.tsx'
import { RowDetail } from '../../components/row-detail.tsx'
import { exactQuota, formatNumber, formatTime } from '../../lib/format.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import type { ManualAction } from './manual-action-dialog.tsx'
import { actionOf } from './order-filters.ts'
import { OrderMoney, OrderNumber, OrderStatus, Owner, OwnerBalance } from './order-parts.tsx'

interface OrderDetailProps {
  order: ManagedTopup
  /** For roles that may mark it as paid or refunded, if the row has no button for it. */
  onManualAction?: ((manual: ManualAction) => void) | undefined
}

/** An opened top-up: every value, and how it was paid. */
export function OrderDetail({ order, onManualAction }: OrderDetailProps) {
  const { t } = useTranslation('orders')
  const format = useQuotaFormat()
  const isCode = order.method === 'redemption'
  const action = actionOf(order)
  return (
    <RowDetail label={t('detail.title')}>
      <Facts look="grid">
        <Fact label={t('column.status')}>
          <OrderStatus order={order} />
        </Fact>
        <Fact label={t('column.user')}>
          <Owner of={order} />
        </Fact>
        <Fact label={t('column.balance')}>
          <OwnerBalance of={order} />
        </Fact>
        <Fact label={t('column.quota')}>{exactQuota(order.quota, format)}</Fact>
        {order.reversed_quota > 0 && (
          <Fact label={t('detail.takenBack')}>{exactQuota(order.reversed_quota, format)}</Fact>
        )}
        <Fact label={t('column.method')}>{t(`method.${order.method}`)}</Fact>
        {isCode && <Fact label={t('detail.code')}>{order.id}</Fact>}
        {!isCode && (
          <>
            <Fact label={t('column.money')}>
              <OrderMoney order={order} />
            </Fact>
            <Fact label={t('detail.amount')}>{formatNumber(order.amount)}</Fact>
            <Fact label={t('column.order')}>
              <OrderNumber value={order.trade_no} />
            </Fact>
            <Fact label={t('column.gatewayNo')}>
              <OrderNumber value={order.gateway_no} />
            </Fact>
          </>
        )}
        <Fact label={t('column.created')}>{formatTime(order.create_time)}</Fact>
        {order.status === 'success' && !isCode && (
          <>
            <Fact label={t('column.paid')}>{formatTime(order.complete_time)}</Fact>
            <Fact label={t('detail.by')}>
              {order.completed_by === 0 ? t('detail.byGateway') : t('detail.byHand', { id: order.completed_by })}
            </Fact>
          </>
        )}
        {order.status !== 'success' && (
          <Fact label={order.status === 'pending' ? t('detail.expires') : t('detail.expired')}>
            {formatTime(order.expire_time)}
          </Fact>
        )}
      </Facts>
      {onManualAction && action && (
        <Button size="large" block danger={action === 'refund'} onClick={() => onManualAction({ action, order })}>
          {t(`manual.${action}.action`)}
        </Button>
      )}
    </RowDetail>
  )
}
