import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import type { CostEntry } from '@sluice/contract/cost-prices'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ColorTag } from '../../../components/color-tag.tsx'
import { DataTable } from '../../../components/data-table.tsx'
import { RowActions } from '../../../components/row-actions.tsx'
import texts from '../../../components/text.module.css'
import type { PricePatch } from '../changes/model-price.ts'
import { useMayWritePrices, usePatches, usePrices } from '../prices-context.ts'
import type { SheetTabProps } from '../sheet/sheet-tab.tsx'
import { CostDrawer } from './cost-drawer.tsx'
import { useCostText } from './cost-text.ts'
import type { SiteCost } from './cost-values.ts'
import { TitledList } from './titled-list.tsx'

/** The site's list of costs. What is edited joins the unpublished changes. */
export function CostsTable({ query }: SheetTabProps) {
  const { t } = useTranslation(['prices', 'common'])
  const { sheet, store, edit } = usePrices()
  const mayWrite = useMayWritePrices()
  const patches = usePatches()
  const costText = useCostText()
  const [open, setOpen] = useState<SiteCost | 'new' | null>(null)
  const items = useMemo(() => {
    const costs = new Map<string, CostEntry | null>([
      ['default', sheet?.default_cost ?? null],
      ...(sheet?.rows ?? []).map(({ model, cost }) => [model, cost.entry] as const),
    ])
    for (const [model, { cost }] of patches) if (cost !== undefined) costs.set(model, cost)
    return [...costs].flatMap(([model, entry]): SiteCost[] =>
      entry === null ? [] : [{ model, entry, isChanged: patches.get(model)?.cost !== undefined }],
    )
  }, [sheet, patches])
  const set = (models: readonly string[], cost: CostEntry | null) =>
    edit(models.map((model): [string, PricePatch] => [model, { ...store.get().get(model), cost }]))
  const nameOf = (model: string) => (model === 'default' ? t('cost.others') : model)
  const addButton = mayWrite && (
    <Button icon={<PlusOutlined aria-hidden />} onClick={() => setOpen('new')}>
      {t('cost.add')}
    </Button>
  )
  return (
    <TitledList title={t('cost.title')} purpose={t('cost.purpose')}>
      <DataTable<SiteCost>
        id="site-costs"
        label={t('cost.title')}
        rowKey={({ model }) => model}
        query={{ ...query, data: sheet === undefined ? undefined : { items, total: items.length } }}
        columns={[
          {
            key: 'model',
            title: t('column.model'),
            width: 240,
            flexible: true,
            required: true,
            card: 'title',
            render: ({ model, isChanged }) => (
              <>
                {model === 'default' ? nameOf(model) : <code className={texts.anywhere}>{model}</code>}{' '}
                {isChanged && <ColorTag color="blue">{t('cost.changed')}</ColorTag>}
              </>
            ),
          },
          {
            key: 'cost',
            title: t('model.cost'),
            width: 280,
            required: true,
            card: 'line',
            render: ({ entry }) => costText(entry),
          },
          ...(mayWrite
            ? [
                {
                  key: 'actions',
                  title: t('common:table.actions'),
                  width: 150,
                  render: (row: SiteCost) => (
                    <RowActions
                      name={nameOf(row.model)}
                      visible={[
                        { key: 'edit', label: t('common:actions.edit'), run: () => setOpen(row) },
                        {
                          key: 'delete',
                          label: t('common:actions.delete'),
                          danger: true,
                          run: () => set([row.model], null),
                        },
                      ]}
                      menu={[]}
                    />
                  ),
                },
              ]
            : []),
        ]}
        toolbar={items.length === 0 ? undefined : addButton}
        empty={{ title: t('cost.none'), hint: t('cost.noneHint'), action: addButton }}
        failedTitle={t('sheet.failed')}
      />
      <CostDrawer open={open} onSet={set} onClose={() => setOpen(null)} />
    </TitledList>
  )
}
