import type { ManagedTopup } from '@sluice/contract/topup'
import type { TFunction } from 'i18next'
import type { DataColumn } from '../../components/data-column.ts'
import { QuotaText } from '../../components/quota-text.tsx'
import { RowActions } from '../../components/row-actions.tsx'
import texts from '../../components/text.module.css'
import { TimeText } from '../../components/time-text.tsx'
import { formatTime } from '../../lib/format.ts'
import type { ManualAction } from './manual-action-dialog.tsx'
import { actionOf } from './order-filters.ts'
import { OrderMoney, OrderNumber, OrderStatus, Owner, OwnerBalance } from './order-parts.tsx'

/** `onManualAction` exists for roles that may mark an order as paid or refunded. */
export const buildOrderColumns = (
  t: TFunction<'orders'>,
  onManualAction: ((manual: ManualAction) => void) | undefined,
): DataColumn<ManagedTopup>[] => [
  {
    key: 'created',
    card: {
      place: 'foot',
      render: ({ create_time }) => <span className={texts.help}>{formatTime(create_time)}</span>,
    },
    title: t('column.created'),
    width: 112,
    required: true,
    render: ({ create_time }) => <TimeText seconds={create_time} />,
  },
  {
    key: 'user',
    card: { place: 'title', render: ({ username, user_id: id }) => username || t('userGone', { id }) },
    title: t('column.user'),
    width: 104,
    required: true,
    ellipsis: true,
    render: (order) => <Owner of={order} />,
  },
  {
    key: 'balance',
    title: t('column.balance'),
    width: 96,
    givesWay: 2,
    align: 'right',
    render: (order) => <OwnerBalance of={order} />,
  },
  {
    key: 'order',
    title: t('column.order'),
    width: 212,
    flexible: true,
    render: ({ trade_no }) => <OrderNumber value={trade_no} />,
  },
  {
    key: 'method',
    card: 'start',
    title: t('column.method'),
    width: 128,
    render: ({ method }) => t(`method.${method}`),
  },
  {
    key: 'quota',
    card: {
      place: 'badge',
      render: ({ quota }) => (
        <strong>
          <QuotaText value={quota} />
        </strong>
      ),
    },
    title: t('column.quota'),
    width: 96,
    align: 'right',
    required: true,
    render: ({ quota }) => <QuotaText value={quota} />,
  },
  {
    key: 'money',
    card: { place: 'start', isShown: ({ price }) => price !== '' },
    title: t('column.money'),
    width: 104,
    align: 'right',
    render: (order) => <OrderMoney order={order} />,
  },
  {
    key: 'status',
    card: 'end',
    title: t('column.status'),
    width: 148,
    render: (order) => <OrderStatus order={order} />,
  },
  {
    key: 'paid',
    title: t('column.paid'),
    width: 112,
    givesWay: 1,
    render: ({ complete_time }) => <TimeText seconds={complete_time} none="–" />,
  },
  {
    key: 'gateway',
    title: t('column.gatewayNo'),
    width: 200,
    ellipsis: true,
    defaultHidden: true,
    render: ({ gateway_no }) => <OrderNumber value={gateway_no} />,
  },
  ...(onManualAction === undefined
    ? []
    : [
        {
          key: 'actions',
          title: t('column.actions'),
          width: 132,
          render: (order: ManagedTopup) => {
            const action = actionOf(order)
            return (
              action && (
                <RowActions
                  name={order.trade_no}
                  visible={[
                    {
                      key: action,
                      label: t(`manual.${action}.action`),
                      run: () => onManualAction({ action, order }),
                    },
                  ]}
                  menu={[]}
                />
              )
            )
          },
        },
      ]),
]
