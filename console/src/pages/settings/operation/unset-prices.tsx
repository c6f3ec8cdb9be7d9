import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import type { UnsetModel } from '@sluice/contract/option'
import { queryOptions } from '@tanstack/react-query'
import { Button } from 'antd'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataColumn } from '../../../components/data-column.ts'
import layout from '../../../components/layout.module.css'
import texts from '../../../components/text.module.css'
import { useListPage } from '../../../components/use-list-page.ts'
import { formatList } from '../../../lib/format-list.ts'
import { pageOf } from '../../../lib/loaded-list.ts'
import { unsetModelsQuery } from '../../../lib/queries.ts'
import { toastSuccess, toastWarning } from '../../../lib/toasts.ts'
import { BatchPriceDialog } from './batch-price-dialog.tsx'
import { ModelCell } from './price-columns.tsx'
import { PriceDialog } from './price-dialog.tsx'
import { PriceList, priceFilters, priceListPlace } from './price-list.tsx'
import type { Pricing } from './price-rows.ts'
import { stillUnset } from './unset-models.ts'
import type { PriceEditing } from './use-price-tables.ts'

export interface UnsetPricesProps {
  editing: PriceEditing
  quotaPerUnit: number
}

/** Enabled models without a price; calls to them are refused or free. */
export function UnsetPrices({ editing, quotaPerUnit }: UnsetPricesProps) {
  const { t } = useTranslation(['settings-prices', 'common'])
  const list = useListPage({
    ...priceListPlace,
    filters: priceFilters,
    query: (view) =>
      queryOptions({
        ...unsetModelsQuery,
        select: (models: UnsetModel[]) => pageOf(stillUnset(models, editing.tables, view.filters.keyword), view),
      }),
    rowKey: ({ model }) => model,
  })
  const { selected, select } = list
  const [isBatch, setIsBatch] = useState(false)
  // '' = a new model.
  const [dialog, setDialog] = useState<string | null>(null)

  const openBatch = () => {
    if (selected.length === 0) toastWarning(t('prices.batchFault.noModels'))
    else setIsBatch(true)
  }
  const fill = (values: Partial<Pricing>) => {
    editing.fill(selected.map(String), values)
    toastSuccess(t('prices.batchDone', { count: selected.length }))
    select([])
  }
  const done = (name: string, pricing: Pricing) => {
    editing.change(name, pricing)
    select(selected.filter((key) => key !== name))
  }
  const setButton = (model: string) => (
    <Button
      className={layout.cellButton}
      size="small"
      type="text"
      aria-label={t('prices.setOf', { name: model })}
      onClick={() => setDialog(model)}
    >
      {t('prices.set')}
    </Button>
  )
  const columns: DataColumn<UnsetModel>[] = [
    {
      key: 'model',
      title: t('prices.model'),
      card: 'title',
      required: true,
      flexible: true,
      width: 220,
      render: ({ model }) => <ModelCell name={model} change="none" />,
    },
    {
      key: 'channels',
      title: t('prices.channels'),
      width: 320,
      ellipsis: true,
      card: { place: 'line', render: (row) => <small className={texts.second}>{channelsOf(row)}</small> },
      render: (row) => <span title={channelsOf(row)}>{channelsOf(row)}</span>,
    },
    {
      key: 'actions',
      title: t('common:table.actions'),
      width: 110,
      render: ({ model }) => setButton(model),
    },
  ]
  return (
    <>
      <PriceList
        id="unset-prices"
        list={list}
        title={t('prices.tab.unset_models')}
        columns={columns}
        failedTitle={t('prices.unsetFailed')}
        selectionActions={
          <Button size="small" type="primary" onClick={openBatch}>
            {t('prices.batchSet')}
          </Button>
        }
        buttons={
          <>
            <Button icon={<PlusOutlined aria-hidden />} onClick={() => setDialog('')}>
              {t('prices.add')}
            </Button>
            {selected.length === 0 && <Button onClick={openBatch}>{t('prices.batchSet')}</Button>}
          </>
        }
        empty={{ title: t('prices.noUnset'), hint: t('prices.noUnsetHelp') }}
      />
      {isBatch && <BatchPriceDialog count={selected.length} onDone={fill} onClose={() => setIsBatch(false)} />}
      {dialog !== null && (
        <PriceDialog
          model={dialog === '' ? null : dialog}
          pricing={editing.pricingOf(dialog)}
          quotaPerUnit={quotaPerUnit}
          isTaken={(name) => editing.pricingOf(name) !== null}
          onDone={done}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}

const channelsOf = ({ channels }: UnsetModel): string =>
  formatList(
    channels.map(({ name }) => name),
    i18next.resolvedLanguage,
  )
