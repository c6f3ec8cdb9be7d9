import { useQuery } from '@tanstack/react-query'
import { App, Button, Segmented } from 'antd'
import { type Key, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ColorTag, type TagColor } from '../../../components/color-tag.tsx'
import { useConfirmAction } from '../../../components/confirm-action.tsx'
import type { DataColumn } from '../../../components/data-column.ts'
import { DataTable } from '../../../components/data-table.tsx'
import { FilterBar, FilterSearch } from '../../../components/filter-bar.tsx'
import { useIsPhone } from '../../../components/use-is-phone.ts'
import { changesOf } from '../option-draft.ts'
import { useCard, useSettings } from '../settings-context.ts'
import { DefaultFigures } from './default-figures.tsx'
import { buildDefaultRows, type DefaultRow, filterDefaultRows } from './default-rows.ts'
import css from './operation.module.css'
import { pageOf, usePriceList } from './price-list.ts'
import { applyDefaultPrices, defaultPricesQuery } from './queries.ts'
import type { PriceEditing } from './use-price-tables.ts'

export interface DefaultPricesProps {
  editing: PriceEditing
  quotaPerUnit: number
  /** Loads the options again. */
  onApplied(): Promise<unknown>
}

const tones: Record<DefaultRow['change'], TagColor> = { added: 'yellow', changed: 'blue', removed: 'red' }
const filters = ['all', 'added', 'changed', 'removed'] as const
type Filter = (typeof filters)[number]

/** Compares the operator's prices with the built-in defaults, and adopts defaults. */
export function DefaultPrices({ editing, quotaPerUnit, onApplied }: DefaultPricesProps) {
  const { t } = useTranslation('settings-prices')
  const { message } = App.useApp()
  const confirm = useConfirmAction()
  const card = useCard()
  const { snapshot, store } = useSettings()
  const isPhone = useIsPhone()
  const list = usePriceList()
  const { keyword } = list.filters
  const query = useQuery(defaultPricesQuery)
  const [selected, setSelected] = useState<Key[]>([])
  const [filter, setFilter] = useState<Filter>('all')
  const rows = useMemo(
    () => buildDefaultRows(query.data ?? [], editing.tables, quotaPerUnit),
    [query.data, editing.tables, quotaPerUnit],
  )
  const found = useMemo(() => filterDefaultRows(rows, filter, keyword), [rows, filter, keyword])

  const apply = (models: readonly string[]) => {
    // Unsaved input would hide adopted prices.
    if (changesOf(card, snapshot, store.get().draft).length > 0) return void message.warning(t('defaults.saveFirst'))
    confirm({
      title: t('defaults.applyTitle', { count: models.length }),
      consequence: t('defaults.applyText'),
      confirm: t('defaults.apply'),
      danger: false,
      run: async () => {
        try {
          await applyDefaultPrices(models)
          void message.success(t('defaults.applied', { count: models.length }))
          setSelected([])
          await Promise.all([onApplied(), query.refetch()])
        } catch (error) {
          void message.error(error instanceof Error ? error.message : String(error))
        }
      },
    })
  }
  const columns: DataColumn<DefaultRow>[] = [
    {
      key: 'model',
      title: t('prices.model'),
      required: true,
      flexible: true,
      width: 200,
      render: (row) => <DefaultModel row={row} />,
    },
    {
      key: 'figures',
      title: t('defaults.figures'),
      width: 420,
      render: (row) => <DefaultFigures figures={row.figures} />,
    },
  ]
  return (
    <>
      <p className={css.hint}>{t('defaults.hint')}</p>
      <DataTable<DefaultRow>
        id="default-prices"
        label={t('prices.tab.defaults')}
        columns={columns}
        rowKey={({ model }) => model}
        query={query.data === undefined ? { ...query, data: undefined } : pageOf(found, list)}
        paging={list}
        renderCard={(row) => (
          <div className={css.cardBody}>
            <DefaultModel row={row} />
            <DefaultFigures figures={row.figures} />
            <Button size="small" className={css.apply} onClick={() => apply([row.model])}>
              {t('defaults.applyOne')}
            </Button>
          </div>
        )}
        selection={{
          keys: selected,
          onChange: setSelected,
          actions: (
            <Button size="small" type="primary" onClick={() => apply(selected.map(String))}>
              {t('defaults.applySelected')}
            </Button>
          ),
        }}
        toolbar={
          <FilterBar
            extra={
              found.length > 0 && (
                <Button onClick={() => apply(found.map(({ model }) => model))}>
                  {t('defaults.applyFound', { count: found.length })}
                </Button>
              )
            }
          >
            <FilterSearch
              value={keyword}
              placeholder={t('prices.search')}
              onSearch={(next) => list.setFilters({ keyword: next })}
            />
            <Segmented<Filter>
              className={css.segments}
              block={isPhone}
              aria-label={t('defaults.filter')}
              value={filter}
              options={filters.map((value) => ({ value, label: t(`defaults.only.${value}`) }))}
              onChange={(next) => {
                setFilter(next)
                void list.setPage(1, list.pageSize)
              }}
            />
          </FilterBar>
        }
        empty={
          rows.length === 0
            ? { title: t('defaults.none'), hint: t('defaults.noneHelp') }
            : { title: t('prices.notFound'), hint: t('prices.notFoundHelp') }
        }
      />
    </>
  )
}

function DefaultModel({ row }: { row: DefaultRow }) {
  const { t } = useTranslation('settings-prices')
  return (
    <span className={css.model}>
      <code title={row.model}>{row.model}</code>
      <ColorTag color={tones[row.change]}>{t(`defaults.change.${row.change}`)}</ColorTag>
    </span>
  )
}
