import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Select, Tabs } from 'antd'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../components/page-header.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { AddEntryButton } from './add-entry-button.tsx'
import css from './catalogue.module.css'
import { pageUrl } from './catalogue-search.ts'
import { MissingTab } from './missing-tab.tsx'
import { ModelsTab } from './models-tab.tsx'
import { PrefillTab } from './prefill-tab.tsx'
import { missingModelsQuery } from './queries.ts'
import { VendorsTab } from './vendors-tab.tsx'

const tabs = ['models', 'missing', 'vendors', 'prefill'] as const

/** The entries about models and vendors in the price list, and the prefill groups of forms. */
export function CataloguePage() {
  const { t } = useTranslation(['catalogue', 'pricing'])
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const [url, patch] = useUrlState(pageUrl)
  const tab = tabs.find((one) => one === url.tab) ?? 'models'
  const missing = useQuery(missingModelsQuery)
  const total = missing.data?.length ?? 0
  // Each tab has its own filters and pages.
  const open = (next: string) => navigate({ to: '.', search: next === 'models' ? {} : { tab: next }, replace: false })
  const openNew = (what: string) => patch({ open: what }, { replace: false })
  const labels = {
    models: t('tab.models'),
    missing: total > 0 ? t('tab.missing', { total }) : t('tab.missingNone'),
    vendors: t('tab.vendors'),
    prefill: t('tab.prefill'),
  }
  const bodies = {
    models: <ModelsTab />,
    missing: <MissingTab />,
    vendors: <VendorsTab />,
    prefill: <PrefillTab />,
  }
  return (
    <>
      <PageHeader
        title={t('title')}
        purpose={t('purpose')}
        action={tab !== 'missing' && <AddEntryButton isPrimary label={t(`${tab}.add`)} onOpen={openNew} />}
      />
      {isPhone && (
        <Select
          className={css.tabSelect}
          aria-label={t('title')}
          value={tab}
          options={tabs.map((key) => ({ value: key, label: labels[key] }))}
          onChange={open}
        />
      )}
      <Tabs
        className={css.tabs}
        // Four names do not fit on a phone, and screen readers cannot use the overflow menu.
        renderTabBar={isPhone ? () => <></> : undefined}
        destroyOnHidden
        activeKey={tab}
        onChange={open}
        items={tabs.map((key) => ({ key, label: labels[key], children: bodies[key] }))}
      />
    </>
  )
}
