import type { PaymentAlert } from '@sluice/contract/topup'
import type { TFunction } from 'i18next'
import type { DataColumn } from '../../components/data-column.ts'
import texts from '../../components/text.module.css'
import { formatNumber, formatTime } from '../../lib/format.ts'
import { AlertReason } from './alert-reason.tsx'
import { OrderNumber, Owner } from './order-parts.tsx'
import css from './orders.module.css'

export const buildAlertColumns = (t: TFunction<'orders'>): DataColumn<PaymentAlert>[] => [
  {
    key: 'time',
    card: { place: 'start', render: ({ last_time }) => <span className={texts.help}>{formatTime(last_time)}</span> },
    title: t('alerts.last'),
    width: 164,
    required: true,
    render: ({ last_time }) => <span className={texts.number}>{formatTime(last_time)}</span>,
  },
  {
    key: 'reason',
    card: 'tag',
    title: t('alerts.reason'),
    width: 260,
    flexible: true,
    required: true,
    render: ({ reason }) => <AlertReason reason={reason} />,
  },
  {
    key: 'order',
    card: {
      place: 'line',
      isShown: ({ trade_no }) => trade_no !== '',
      render: ({ trade_no }) => <code className={css.cardNumber}>{trade_no}</code>,
    },
    title: t('column.order'),
    width: 236,
    render: ({ trade_no }) => <OrderNumber value={trade_no} />,
  },
  {
    key: 'user',
    title: t('column.user'),
    width: 130,
    ellipsis: true,
    render: (alert) => <Owner of={alert} />,
  },
  {
    key: 'gateway',
    title: t('alerts.gateway'),
    width: 120,
    render: ({ gateway }) => t(`gateway.${gateway}`),
  },
  {
    key: 'times',
    card: {
      place: 'end',
      render: ({ times }) => (
        <span className={texts.help}>{t('alerts.timesCount', { count: times, number: formatNumber(times) })}</span>
      ),
    },
    title: t('alerts.times'),
    width: 92,
    align: 'right',
    render: ({ times }) => formatNumber(times),
  },
  {
    key: 'ip',
    title: t('alerts.ip'),
    width: 150,
    ellipsis: true,
    defaultHidden: true,
    render: ({ ip }) => <code>{ip}</code>,
  },
]
