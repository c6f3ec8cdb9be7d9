import { useNavigate } from '@tanstack/react-router'
import { Tabs } from 'antd'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../components/page-header.tsx'
import { useUrlState } from '../../lib/url-state.ts'
import { AlertsTab } from './alerts-tab.tsx'
import css from './orders.module.css'
import { OrdersTab } from './orders-tab.tsx'

const urlDefaults = { tab: 'orders' }

/** Received payments: orders and codes of all accounts, and payment alerts. */
export function OrdersPage() {
  const { t } = useTranslation('orders')
  const navigate = useNavigate()
  const [{ tab }] = useUrlState(urlDefaults)
  // Each tab has its own filters and pages.
  const open = (next: string) => navigate({ to: '.', search: next === 'alerts' ? { tab: next } : {}, replace: false })
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} />
      <Tabs
        className={css.tabs}
        destroyOnHidden
        activeKey={tab === 'alerts' ? 'alerts' : 'orders'}
        onChange={open}
        items={[
          { key: 'orders', label: t('tab.orders'), children: <OrdersTab /> },
          { key: 'alerts', label: t('tab.alerts'), children: <AlertsTab /> },
        ]}
      />
    </>
  )
}
