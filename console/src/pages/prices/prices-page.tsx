import type { MarkupRule } from '@sluice/contract/price-sheet'
import { defaultQuotaPerUnit } from '@sluice/contract/quota'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Select, Tabs } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import layout from '../../components/layout.module.css'
import { PageHeader } from '../../components/page-header.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { useLeaveGuard } from '../../components/use-leave-guard.ts'
import { useStatus } from '../../lib/queries.ts'
import { type SearchOf, useUrlState } from '../../lib/url-state.ts'
import { createChangeStore, type PatchEdits } from './changes/change-store.ts'
import changes from './changes/changes.module.css'
import { ChangesBar } from './changes/changes-bar.tsx'
import { FileButtons } from './file/file-buttons.tsx'
import { HistoryTab } from './history/history-tab.tsx'
import { MarkupTab } from './markup/markup-tab.tsx'
import { PricesContext } from './prices-context.ts'
import { rowsByModel, sheetQuery } from './queries.ts'
import type { SheetSearch } from './sheet/sheet-filters.ts'
import { SheetTab } from './sheet/sheet-tab.tsx'
import { ProposalsTab } from './sources/proposals-tab.tsx'
import { SourcesTab } from './sources/sources-tab.tsx'

/** A tab with a component of its own: a line here and its name in the texts. */
const tabs = ['sheet', 'markup', 'sources', 'proposals', 'history'] as const
const pageUrl = { tab: 'sheet' }
export type PricesSearch = SheetSearch &
  SearchOf<
    typeof pageUrl & {
      model: string
      source_id: number
      doubt: string
      side: string
      open: string
      p: number
      page_size: number
    }
  >

/** Every model with its price and its cost; changes are collected and published together. */
export function PricesPage() {
  const { t } = useTranslation(['prices', 'personal-settings', 'price-sources', 'settings-prices'])
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const [url] = useUrlState(pageUrl)
  const [store] = useState(createChangeStore)
  const query = useQuery(sheetQuery)
  const quotaPerUnit = useStatus()?.quota_per_unit ?? defaultQuotaPerUnit
  const tab = tabs.find((one) => one === url.tab) ?? 'sheet'
  useLeaveGuard(() => store.base() !== null, { text: t('changes.leaveText') })
  const sheet = query.data
  const context = useMemo(() => {
    const rows = sheet && rowsByModel(sheet)
    return {
      store,
      sheet,
      quotaPerUnit,
      rowOf: (model: string) => rows?.get(model),
      edit(edits: PatchEdits) {
        // Nothing can be edited before the sheet is loaded.
        if (sheet !== undefined) store.edit(edits, sheet)
      },
      editRules(rules: readonly MarkupRule[]) {
        if (sheet !== undefined) store.editRules(rules, sheet)
      },
    }
  }, [store, sheet, quotaPerUnit])
  // Each tab has its own filters and pages.
  const open = (next: string) => navigate({ to: '.', search: next === 'sheet' ? {} : { tab: next }, replace: false })
  const bodies: Record<(typeof tabs)[number], ReactNode> = {
    sheet: <SheetTab query={query} />,
    markup: <MarkupTab query={query} />,
    sources: <SourcesTab />,
    proposals: <ProposalsTab />,
    history: <HistoryTab />,
  }
  return (
    <PricesContext value={context}>
      <div className={changes.page}>
        <PageHeader title={t('title')} purpose={t('purpose')} action={<FileButtons />} />
        {isPhone && (
          <div className={layout.notice}>
            <Select
              className={layout.wide}
              aria-label={t('title')}
              value={tab}
              options={tabs.map((key) => ({ value: key, label: t(`tab.${key}`) }))}
              onChange={open}
            />
          </div>
        )}
        <Tabs
          // The names do not fit on a phone, and screen readers cannot use the overflow menu.
          renderTabBar={isPhone ? () => <></> : undefined}
          destroyOnHidden
          activeKey={tab}
          onChange={open}
          items={tabs.map((key) => ({ key, label: t(`tab.${key}`), children: bodies[key] }))}
        />
        <ChangesBar />
      </div>
    </PricesContext>
  )
}
