import { pricesCard } from '@sluice/contract/options/prices'
import { pageSizeDefault } from '@sluice/contract/page-sizes'
import { defaultQuotaPerUnit } from '@sluice/contract/quota'
import { Select, Tabs } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../../../components/use-is-phone.ts'
import { useStatus } from '../../../lib/queries.ts'
import { type SearchOf, useUrlState } from '../../../lib/url-state.ts'
import { writeOptions } from '../queries.ts'
import { SettingsCard } from '../settings-card.tsx'
import { useCard, useSettings } from '../settings-context.ts'
import { useSavedOptions } from '../use-saved-options.ts'
import { Unreadable } from '../view-switch.tsx'
import { AllPricesLink } from './all-prices-link.tsx'
import { DefaultPrices, defaultFilters } from './default-prices.tsx'
import { MissingPrices } from './missing-prices.tsx'
import css from './operation.module.css'
import { PriceTexts } from './price-texts.tsx'
import { useRefusals } from './refusals.tsx'
import { UnsetPrices } from './unset-prices.tsx'
import { usePriceTables } from './use-price-tables.ts'
import { VisualPrices } from './visual-prices.tsx'

const priceTabs = ['model', 'visual', 'unset_models', 'defaults'] as const
type PriceTab = (typeof priceTabs)[number]

/** Search and page belong to a tab: another tab starts on its first page, unfiltered. */
const firstPage = { ...defaultFilters, p: 1, page_size: pageSizeDefault }
const urlDefaults = { prices: 'model', ...firstPage }
export type PricesSearch = SearchOf<typeof urlDefaults & { price_of: string }>

/** Every price table of the operator, as JSON and in three editors over the same texts. */
export function PricesCard() {
  const { t } = useTranslation('settings-prices')
  const [{ prices }, patch] = useUrlState(urlDefaults)
  const isPhone = useIsPhone()
  const { before, around } = useRefusals()
  const { target } = useSettings()
  const active = priceTabs.find((tab) => tab === prices) ?? 'model'
  const open = (tab: PriceTab) => patch({ prices: tab, ...firstPage })

  // A search for a table leads to its text, which only the first tab shows.
  const isWanted = target?.card === pricesCard.id && target.option !== undefined
  const isTurning = isWanted && active !== 'model'
  useEffect(() => {
    if (isTurning) void patch({ prices: 'model', ...firstPage })
  }, [isTurning, patch])

  return (
    <SettingsCard
      card={pricesCard}
      actions={<AllPricesLink />}
      rules={{ writeAll: writeOptions, before }}
      isTurning={isTurning}
      isBrowsed
    >
      <MissingPrices />
      {isPhone && (
        <Select<PriceTab>
          className={css.priceSelect}
          aria-label={t('card.prices.title')}
          value={active}
          options={priceTabs.map((tab) => ({ value: tab, label: t(`prices.tab.${tab}`) }))}
          onChange={open}
        />
      )}
      <Tabs
        size="small"
        // Four names do not fit on a phone, and screen readers cannot use the overflow menu.
        renderTabBar={isPhone ? () => <></> : undefined}
        className={css.priceTabs}
        destroyOnHidden
        activeKey={active}
        onChange={(tab) => open(priceTabs.find((one) => one === tab) ?? active)}
        items={priceTabs.map((tab) => ({
          key: tab,
          label: t(`prices.tab.${tab}`),
          children: around(<PriceTabBody tab={tab} onJson={() => open('model')} />),
        }))}
      />
    </SettingsCard>
  )
}

function PriceTabBody({ tab, onJson }: { tab: PriceTab; onJson(): void }) {
  return tab === 'model' ? <PriceTexts /> : <PriceEditor tab={tab} onJson={onJson} />
}

interface PriceEditorProps {
  tab: Exclude<PriceTab, 'model'>
  onJson(): void
}

function PriceEditor({ tab, onJson }: PriceEditorProps) {
  const card = useCard()
  const quotaPerUnit = useStatus()?.quota_per_unit ?? defaultQuotaPerUnit
  const editing = usePriceTables()
  const { reload } = useSavedOptions(card)
  if (editing === null) return <Unreadable onJson={onJson} />
  const props = { editing, quotaPerUnit }
  switch (tab) {
    case 'visual':
      return <VisualPrices {...props} />
    case 'unset_models':
      return <UnsetPrices {...props} />
    case 'defaults':
      return <DefaultPrices {...props} onApplied={reload} />
  }
}
