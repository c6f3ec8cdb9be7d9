import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import type { UnsetModel } from '@sluice/contract/option'
import { useQuery } from '@tanstack/react-query'
import { App, Button } from 'antd'
import i18next from 'i18next'
import { type Key, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataColumn } from '../../../components/data-column.ts'
import { DataTable } from '../../../components/data-table.tsx'
import { FilterBar, FilterSearch } from '../../../components/filter-bar.tsx'
import { Row } from '../../../components/layout.tsx'
import { formatList } from '../../../lib/format-list.ts'
import { unsetModelsQuery } from '../../../lib/queries.ts'
import { BatchPriceDialog } from './batch-price-dialog.tsx'
import css from './operation.module.css'
import { PriceDialog } from './price-dialog.tsx'
import { pageOf, usePriceList } from './price-list.ts'
import type { Pricing } from './price-rows.ts'
import { stillUnset } from './unset-models.ts'
import type { PriceEditing } from './use-price-tables.ts'

export interface UnsetPricesProps {
  editing: PriceEditing
  quotaPerUnit: number
}

const noticeSeconds = 3

/** Enabled models without a price; calls to them are refused or free. */
export function UnsetPrices({ editing, quotaPerUnit }: UnsetPricesProps) {
  const { t } = useTranslation(['settings-prices', 'common'])
  const { message } = App.useApp()
  const list = usePriceList()
  const { keyword } = list.filters
  const query = useQuery(unsetModelsQuery)
  const [selected, setSelected] = useState<Key[]>([])
  const [isBatch, setIsBatch] = useState(false)
  // '' = a new model.
  const [dialog, setDialog] = useState<string | null>(null)

  const unset = useMemo(
    () => stillUnset(query.data ?? [], editing.tables, keyword),
    [query.data, editing.tables, keyword],
  )
  const openBatch = () => {
    if (selected.length === 0) void message.warning(t('prices.batchFault.noModels'))
    else setIsBatch(true)
  }
  const fill = (values: Partial<Pricing>) => {
    editing.fill(selected.map(String), values)
    void message.success({
      content: t('prices.batchDone', { count: selected.length }),
      duration: noticeSeconds,
    })
    setSelected([])
  }
  const done = (name: string, pricing: Pricing) => {
    editing.change(name, pricing)
    setSelected((keys) => keys.filter((key) => key !== name))
  }
  const setButton = (model: string) => (
    <Button
      className={css.rowButton}
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
      required: true,
      flexible: true,
      width: 220,
      render: ({ model }) => (
        <span className={css.model}>
          <code title={model}>{model}</code>
        </span>
      ),
    },
    {
      key: 'channels',
      title: t('prices.channels'),
      width: 320,
      ellipsis: true,
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
      <DataTable<UnsetModel>
        id="unset-prices"
        label={t('prices.tab.unset_models')}
        columns={columns}
        rowKey={({ model }) => model}
        query={query.data === undefined ? { ...query, data: undefined } : pageOf(unset, list)}
        paging={list}
        failedTitle={t('prices.unsetFailed')}
        renderCard={(row) => (
          <Row justify="between">
            <span className={css.cardText}>
              <code>{row.model}</code>
              <small>{channelsOf(row)}</small>
            </span>
            {setButton(row.model)}
          </Row>
        )}
        selection={{
          keys: selected,
          onChange: setSelected,
          actions: (
            <Button size="small" type="primary" onClick={openBatch}>
              {t('prices.batchSet')}
            </Button>
          ),
        }}
        toolbar={
          <FilterBar
            extra={
              <>
                <Button icon={<PlusOutlined aria-hidden />} onClick={() => setDialog('')}>
                  {t('prices.add')}
                </Button>
                {selected.length === 0 && <Button onClick={openBatch}>{t('prices.batchSet')}</Button>}
              </>
            }
          >
            <FilterSearch
              value={keyword}
              placeholder={t('prices.search')}
              onSearch={(next) => list.setFilters({ keyword: next })}
            />
          </FilterBar>
        }
        empty={{ title: t('prices.noUnset'), hint: keyword === '' ? t('prices.noUnsetHelp') : undefined }}
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
