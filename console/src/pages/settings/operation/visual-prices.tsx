import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLoadedListPage } from '../../../components/use-list-page.ts'
import { useUrlState } from '../../../lib/url-state.ts'
import { useOption } from '../use-option.ts'
import css from './operation.module.css'
import { type PriceActions, usePriceColumns } from './price-columns.tsx'
import { PriceDialog } from './price-dialog.tsx'
import { PriceList, priceFilters, priceListPlace } from './price-list.tsx'
import { searchRows } from './price-rows.ts'
import type { PriceEditing } from './use-price-tables.ts'

export interface VisualPricesProps {
  editing: PriceEditing
  quotaPerUnit: number
}

const linkDefaults = { price_of: '' }

/** Every model with a price, in a table with editable cells. */
export function VisualPrices({ editing, quotaPerUnit }: VisualPricesProps) {
  const { t } = useTranslation('settings-prices')
  const list = useLoadedListPage({
    ...priceListPlace,
    filters: priceFilters,
    rows: ({ keyword }) => searchRows(editing.rows, keyword),
    rowKey: ({ name }) => name,
  })
  // A link can name the model to price.
  const [{ price_of: linked }, patch] = useUrlState(linkDefaults)
  // '' = a new model.
  const [dialog, setDialog] = useState<string | null>(linked === '' ? null : linked)
  const closeDialog = () => {
    setDialog(null)
    if (linked !== '') void patch(linkDefaults)
  }
  const { isReadOnly } = useOption('ModelRatio')
  const actions: PriceActions = {
    quotaPerUnit,
    isReadOnly,
    change: ({ name }, pricing) => editing.change(name, pricing),
    edit: ({ name }) => setDialog(name),
    remove: ({ name }) => editing.remove(name),
    undo: ({ name }) => editing.undo(name),
  }
  const columns = usePriceColumns(actions)
  const addButton = !isReadOnly && (
    <Button icon={<PlusOutlined aria-hidden />} onClick={() => setDialog('')}>
      {t('prices.add')}
    </Button>
  )
  return (
    <>
      <PriceList
        id="prices"
        list={list}
        title={t('prices.tab.visual')}
        columns={columns}
        // Always visible: a line that appears with the first change would move the clicked element.
        notice={
          <p className={css.hint} role="status">
            {editing.changedCount === 0 ? t('prices.visualHint') : t('prices.changed', { count: editing.changedCount })}
          </p>
        }
        buttons={addButton}
        empty={{ title: t('prices.none'), hint: t('prices.noneHelp'), action: addButton }}
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
