import type { PriceSheetRow } from '@sluice/contract/price-sheet'
import { keysOf } from '@sluice/contract/typed-keys'
import { Button } from 'antd'
import type { TableRef } from 'antd/es/table'
import { type Key, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../../components/data-table.tsx'
import { useIsPhone } from '../../../components/use-is-phone.ts'
import { useStableHandlers } from '../../../components/use-stable-handlers.ts'
import { useUrlState } from '../../../lib/url-state.ts'
import { BulkActions } from '../bulk/bulk-actions.tsx'
import { patchBetween } from '../changes/model-price.ts'
import { ModelDrawer } from '../model/model-drawer.tsx'
import { priceNow, useMayWritePrices, usePrices } from '../prices-context.ts'
import { AddModelButton } from './add-model-button.tsx'
import { typeFigure } from './cell-value.ts'
import type { FigureKey, Unit } from './figures.ts'
import { focusCell } from './focus-cell.ts'
import { filterRows, newRowOf, sortRows } from './select-rows.ts'
import { buildSheetColumns } from './sheet-columns.tsx'
import { SheetContext, type Step } from './sheet-context.ts'
import { SheetFilterBar } from './sheet-filter-bar.tsx'
import { sheetFilters, sheetUrl } from './sheet-filters.ts'

export interface SheetTabProps {
  query: { data: object | undefined; error: Error | null; isFetching: boolean; refetch(): unknown }
}

/** The bar at the top, header and tabs of the page, filters, the head of the table, and room for the bar of changes. */
const outsideHeight = 400

/** All models with their prices, edited in place. */
export function SheetTab({ query }: SheetTabProps) {
  const { t } = useTranslation(['prices', 'common'])
  const prices = usePrices()
  const mayWrite = useMayWritePrices()
  const { store, sheet, quotaPerUnit } = prices
  const isPhone = useIsPhone()
  const [url, patch] = useUrlState(sheetUrl)
  const [selected, select] = useState<Key[]>([])
  const table = useRef<TableRef>(null)
  const unit: Unit = url.unit === 'ratios' ? 'ratios' : 'dollars'
  const isAscending = url.order === 'asc'
  // The rows keep their places while prices are edited: only this filter depends on unpublished changes.
  const isPendingOnly = url.only === 'pending'
  const pending = useSyncExternalStore(store.subscribe, () => (isPendingOnly ? store.get() : undefined))
  const added = useSyncExternalStore(store.subscribe, () =>
    [...store.get().keys()].filter((model) => prices.rowOf(model) === undefined).join('\n'),
  )
  const { keyword, vendor, state, origin, only, sort } = url
  const rows = useMemo(() => {
    const all = [...(added === '' ? [] : added.split('\n').map(newRowOf)), ...(sheet?.rows ?? [])]
    const found = filterRows(all, { keyword, vendor, state, origin, only }, (model) => pending?.has(model) === true)
    return sortRows(found, { sort, isAscending, quotaPerUnit })
  }, [sheet, added, keyword, vendor, state, origin, only, pending, sort, isAscending, quotaPerUnit])

  const open = (model: string) => void patch({ open: model }, { replace: false })
  const handlers = useStableHandlers({
    open,
    type(row: PriceSheetRow, figure: FigureKey, text: string) {
      const { before, price, own } = priceNow(prices, row.model)
      const typed = typeFigure(price, figure, text, { unit, quotaPerUnit, own })
      if (!typed.ok) return typed.fault
      if (patchBetween(price, typed.price) !== null) prices.edit([[row.model, patchBetween(before, typed.price)]])
      return null
    },
    move(row: PriceSheetRow, figure: FigureKey, by: Step) {
      focusCell({ table: table.current, rows, row, figure, by })
    },
  })
  const context = useMemo(() => ({ units: { unit, quotaPerUnit }, ...handlers }), [unit, quotaPerUnit, handlers])
  const columns = useMemo(
    () => buildSheetColumns(t, { unit, isPhone, onOpen: handlers.open }),
    [t, unit, isPhone, handlers],
  )
  const isFiltered = keysOf(sheetFilters).some((name) => url[name] !== '')
  const clear = () => patch(sheetFilters, { replace: false })
  return (
    <SheetContext value={context}>
      <DataTable<PriceSheetRow>
        id="prices"
        label={t('tab.sheet')}
        columns={columns}
        rowKey={({ model }) => model}
        query={{
          ...query,
          data: sheet === undefined ? undefined : { items: rows, total: rows.length },
        }}
        outsideHeight={outsideHeight}
        tableRef={table}
        sorting={{
          by: sort,
          isAscending,
          onSort: (by, ascending) => patch({ sort: by, order: ascending ? 'asc' : 'desc' }, { replace: false }),
        }}
        selection={
          mayWrite
            ? {
                keys: selected,
                onChange: select,
                actions: (
                  <BulkActions
                    models={selected.map(String)}
                    matching={rows.length}
                    onSelectAll={() => select(rows.map(({ model }) => model))}
                  />
                ),
              }
            : undefined
        }
        isOff={({ state: is }) => is === 'hidden' || is === 'idle'}
        toolbar={
          <SheetFilterBar
            url={url}
            unit={unit}
            count={rows.length}
            patch={patch}
            query={query}
            buttons={mayWrite && <AddModelButton onOpen={handlers.open} />}
          />
        }
        empty={
          isFiltered
            ? { title: t('sheet.noMatch'), action: <Button onClick={clear}>{t('common:filters.reset')}</Button> }
            : { title: t('sheet.empty'), hint: t('sheet.emptyHint') }
        }
        failedTitle={t('sheet.failed')}
      />
      <ModelDrawer model={url.open} onClose={() => patch({ open: '' })} />
    </SheetContext>
  )
}
