import type { ManagedTopup } from '@sluice/contract/topup'
import type { User } from '@sluice/contract/user'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { DataColumn } from '../../../components/data-column.ts'
import { ListPage } from '../../../components/list-page.tsx'
import { QuotaText } from '../../../components/quota-text.tsx'
import { StatusTag, type StatusTone } from '../../../components/status-tag.tsx'
import texts from '../../../components/text.module.css'
import { TimeText } from '../../../components/time-text.tsx'
import { useListPage } from '../../../components/use-list-page.ts'
import { formatMoney } from '../../../lib/format.ts'
import { accountOrdersQuery } from './queries.ts'

const noFilters = {}
const tones: Record<ManagedTopup['status'], StatusTone> = { pending: 'warning', success: 'success', expired: 'neutral' }

/** The top-ups and redeemed codes of the account; the page of all top-ups completes and reverses them. */
export function OrdersTab({ user }: { user: User }) {
  const { t } = useTranslation(['account', 'orders'])
  const list = useListPage({
    filters: noFilters,
    prefix: 'o',
    query: (view) => accountOrdersQuery(user.id, view),
    rowKey: ({ id, method }) => `${method} ${id}`,
  })
  const columns: DataColumn<ManagedTopup>[] = [
    {
      key: 'created',
      card: 'foot',
      title: t('orders:column.created'),
      width: 130,
      required: true,
      render: ({ create_time }) => <TimeText seconds={create_time} />,
    },
    {
      key: 'order',
      card: 'title',
      title: t('orders:column.order'),
      width: 200,
      flexible: true,
      required: true,
      render: ({ trade_no, method }) =>
        method === 'redemption' ? (
          <code className={texts.cutBlock}>{trade_no}</code>
        ) : (
          <Link to="/orders" search={{ keyword: trade_no }} className={texts.cutBlock}>
            <code>{trade_no}</code>
          </Link>
        ),
    },
    {
      key: 'method',
      card: 'start',
      title: t('orders:column.method'),
      width: 140,
      render: ({ method }) => t(`orders:method.${method}`),
    },
    {
      key: 'quota',
      card: 'figure',
      title: t('orders:column.quota'),
      width: 110,
      align: 'right',
      render: ({ quota }) => <QuotaText value={quota} />,
    },
    {
      key: 'money',
      card: 'figure',
      title: t('orders:column.money'),
      width: 110,
      align: 'right',
      render: ({ price, currency }) => (price === '' ? '–' : formatMoney(price, currency)),
    },
    {
      key: 'status',
      card: 'badge',
      title: t('orders:column.status'),
      width: 150,
      render: ({ status }) => <StatusTag tone={tones[status]}>{t(`orders:status.${status}`)}</StatusTag>,
    },
  ]
  return (
    <ListPage
      id="account-orders"
      isPart
      list={list}
      title={t('tab.orders')}
      columns={columns}
      toolbar={null}
      empty={{ title: t('empty.orders') }}
    />
  )
}
