import type { PriceDifference } from '@sluice/contract/option'
import { queryOptions } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { ColorTag, type TagColor } from '../../../components/color-tag.tsx'
import { useConfirmAction } from '../../../components/confirm-action.tsx'
import type { DataColumn } from '../../../components/data-column.ts'
import { RowActions } from '../../../components/row-actions.tsx'
import { useIsPhone } from '../../../components/use-is-phone.ts'
import { useListPage } from '../../../components/use-list-page.ts'
import { pageOf } from '../../../lib/loaded-list.ts'
import { may, useSessionUser } from '../../../lib/session.ts'
import { toastFailure, toastSuccess, toastWarning } from '../../../lib/toasts.ts'
import { changesOf } from '../option-draft.ts'
import { useCard, useSettings } from '../settings-context.ts'
import { DefaultFigures } from './default-figures.tsx'
import { buildDefaultRows, type DefaultRow, filterDefaultRows } from './default-rows.ts'
import css from './operation.module.css'
import { ModelCell } from './price-columns.tsx'
import { PriceList, priceFilters, priceListPlace } from './price-list.tsx'
import { applyDefaultPrices, defaultPricesQuery } from './queries.ts'
import type { PriceEditing } from './use-price-tables.ts'

export interface DefaultPricesProps {
  editing: PriceEditing
  quotaPerUnit: number
  /** Loads the options again. */
  onApplied(): Promise<unknown>
}

const tones: Record<DefaultRow['change'], TagColor> = { added: 'yellow', changed: 'blue', removed: 'red' }
/** The kind of difference that is shown; '' = all. */
const kinds = ['', 'added', 'changed', 'removed'] as const
export const defaultFilters = { ...priceFilters, only: '' }

/** Compares the operator's prices with the built-in defaults, and adopts defaults. */
export function DefaultPrices({ editing, quotaPerUnit, onApplied }: DefaultPricesProps) {
  const { t } = useTranslation(['settings-prices', 'common'])
  const confirm = useConfirmAction()
  const card = useCard()
  const { snapshot, store } = useSettings()
  const isPhone = useIsPhone()
  const mayWrite = may(useSessionUser(), 'setting.write')
  const list = useListPage({
    ...priceListPlace,
    filters: defaultFilters,
    query: (view) =>
      queryOptions({
        ...defaultPricesQuery,
        select: (differences: PriceDifference[]) => {
          const rows = buildDefaultRows(differences, editing.tables, quotaPerUnit)
          const found = filterDefaultRows(rows, view.filters)
          return { ...pageOf(found, view), models: found.map(({ model }) => model) }
        },
      }),
    rowKey: ({ model }) => model,
  })
  const { query, selected, filters } = list
  const { models: found = [] } = query.data ?? {}

  const apply = (models: readonly string[]) => {
    // Unsaved input would hide adopted prices.
    if (changesOf(card, snapshot, store.get().draft).length > 0) return toastWarning(t('defaults.saveFirst'))
    confirm({
      title: t('defaults.applyTitle', { count: models.length }),
      consequence: t('defaults.applyText'),
      confirm: t('defaults.apply'),
      danger: false,
      run: async () => {
        try {
          await applyDefaultPrices(models)
          toastSuccess(t('defaults.applied', { count: models.length }))
          list.select([])
          await Promise.all([onApplied(), query.refetch()])
        } catch (error) {
          toastFailure(error)
        }
      },
    })
  }
  const columns: DataColumn<DefaultRow>[] = [
    {
      key: 'model',
      title: t('prices.model'),
      card: 'title',
      required: true,
      flexible: true,
      width: 200,
      render: (row) => <DefaultModel row={row} />,
    },
    {
      key: 'figures',
      card: 'line',
      title: t('defaults.figures'),
      width: 310,
      render: (row) => <DefaultFigures figures={row.figures} />,
    },
    ...(mayWrite
      ? [
          {
            key: 'actions',
            title: t('common:table.actions'),
            width: 110,
            render: ({ model }: DefaultRow) => (
              <RowActions
                name={model}
                visible={[{ key: 'apply', label: t('defaults.applyOne'), run: () => apply([model]) }]}
                menu={[]}
              />
            ),
          },
        ]
      : []),
  ]
  const kindSwitch = (
    <Segmented
      className={css.segments}
      block={isPhone}
      aria-label={t('defaults.filter')}
      value={kinds.find((kind) => kind === filters.only) ?? ''}
      options={kinds.map((value) => ({ value, label: t(`defaults.only.${value === '' ? 'all' : value}`) }))}
      onChange={(only) => list.setFilters({ only })}
    />
  )
  return (
    <PriceList
      id="default-prices"
      list={list}
      title={t('prices.tab.defaults')}
      columns={columns}
      notice={<p className={css.hint}>{t('defaults.hint')}</p>}
      selectionActions={
        mayWrite && (
          <Button size="small" type="primary" onClick={() => apply(selected.map(String))}>
            {t('defaults.applySelected')}
          </Button>
        )
      }
      fields={[{ key: 'only', label: t('defaults.filter'), node: kindSwitch }]}
      buttons={
        found.length > 0 &&
        mayWrite && <Button onClick={() => apply(found)}>{t('defaults.applyFound', { count: found.length })}</Button>
      }
      empty={{ title: t('defaults.none'), hint: t('defaults.noneHelp') }}
    />
  )
}

function DefaultModel({ row }: { row: DefaultRow }) {
  const { t } = useTranslation('settings-prices')
  return (
    <ModelCell name={row.model} change="none">
      <ColorTag color={tones[row.change]}>{t(`defaults.change.${row.change}`)}</ColorTag>
    </ModelCell>
  )
}
