import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../../components/data-table.tsx'
import { FilterBar, FilterSearch } from '../../../components/filter-bar.tsx'
import { useUrlState } from '../../../lib/url-state.ts'
import css from './operation.module.css'
import { PriceCard } from './price-card.tsx'
import { type PriceActions, usePriceColumns } from './price-columns.tsx'
import { PriceDialog } from './price-dialog.tsx'
import { pageOf, usePriceList } from './price-list.ts'
import { type PriceRow, searchRows } from './price-rows.ts'
import type { PriceEditing } from './use-price-tables.ts'

export interface VisualPricesProps {
  editing: PriceEditing
  quotaPerUnit: number
}

const linkDefaults = { price_of: '' }

/** Every model with a price, in a table with editable cells. */
export function VisualPrices({ editing, quotaPerUnit }: VisualPricesProps) {
  const { t } = useTranslation('settings-prices')
  const list = usePriceList()
  const { keyword } = list.filters
  // A link can name the model to price.
  const [{ price_of: linked }, patch] = useUrlState(linkDefaults)
  // '' = a new model.
  const [dialog, setDialog] = useState<string | null>(linked === '' ? null : linked)
  const closeDialog = () => {
    setDialog(null)
    if (linked !== '') void patch(linkDefaults)
  }
  const found = useMemo(() => searchRows(editing.rows, keyword), [editing.rows, keyword])
  const actions: PriceActions = {
    quotaPerUnit,
    change: ({ name }, pricing) => editing.change(name, pricing),
    edit: ({ name }) => setDialog(name),
    remove: ({ name }) => editing.remove(name),
    undo: ({ name }) => editing.undo(name),
  }
  const columns = usePriceColumns(actions)
  const addButton = (
    <Button icon={<PlusOutlined aria-hidden />} onClick={() => setDialog('')}>
      {t('prices.add')}
    </Button>
  )
  return (
    <>
      {/* Always visible: a line that appears with the first change would move the clicked element. */}
      <p className={css.hint} role="status">
        {editing.changedCount === 0 ? t('prices.visualHint') : t('prices.changed', { count: editing.changedCount })}
      </p>
      <DataTable<PriceRow>
        id="prices"
        label={t('prices.tab.visual')}
        columns={columns}
        rowKey={({ name }) => name}
        query={pageOf(found, list)}
        paging={list}
        renderCard={(row) => <PriceCard row={row} actions={actions} />}
        toolbar={
          <FilterBar extra={addButton}>
            <FilterSearch
              value={keyword}
              placeholder={t('prices.search')}
              onSearch={(next) => list.setFilters({ keyword: next })}
            />
          </FilterBar>
        }
        empty={
          keyword === ''
            ? { title: t('prices.none'), hint: t('prices.noneHelp'), action: addButton }
            : { title: t('prices.notFound'), hint: t('prices.notFoundHelp') }
        }
      />
      {dialog !== null && (
        <PriceDialog
          model={dialog === '' ? null : dialog}
          pricing={editing.pricingOf(dialog)}
          quotaPerUnit={quotaPerUnit}
          isTaken={(name) => editing.pricingOf(name) !== null}
          onDone={editing.change}
          onClose={closeDialog}
        />
      )}
    </>
  )
}
