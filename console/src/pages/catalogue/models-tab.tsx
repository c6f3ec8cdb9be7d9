import type { ModelCard } from '@sluice/contract/catalogue'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../components/data-table.tsx'
import { useListState } from '../../lib/url-state.ts'
import { AddEntryButton } from './add-entry-button.tsx'
import css from './catalogue.module.css'
import { modelFilters, modelsUrl } from './catalogue-search.ts'
import { ModelRowCard } from './model-card.tsx'
import { buildModelColumns } from './model-columns.tsx'
import { ModelDrawer } from './model-drawer.tsx'
import { allVendorsQuery, cardsQuery, deleteCard, updateCard } from './queries.ts'
import { ChoiceFilter, TabBar } from './tab-bar.tsx'
import { useEntryActions } from './use-entry-actions.tsx'

/** So that the browser's back button closes the drawer. */
const opening = { replace: false }

export function ModelsTab() {
  const { t } = useTranslation(['catalogue', 'common'])
  const list = useListState(modelsUrl)
  const { keyword, vendor, status, open } = list.filters
  const query = useQuery(cardsQuery({ keyword, vendor, status, page: list.page, pageSize: list.pageSize }))
  const vendors = useQuery(allVendorsQuery).data ?? []
  const isFiltered = keyword !== '' || vendor !== '' || status !== ''
  const actionsOf = useEntryActions<ModelCard>({
    nameOf: ({ model_name }) => model_name,
    onEdit: ({ id }) => list.patch({ open: String(id) }, opening),
    remove: ({ id }) => deleteCard(id),
    question: ({ model_name, matched_count }) => ({
      title: t('models.deleteTitle', { name: model_name }),
      consequence: matched_count === 0 ? t('models.deleteUnused') : t('models.deleteText', { count: matched_count }),
    }),
    toggle: {
      isOn: (card) => card.status === 1,
      set: ({ id }, isOn) => updateCard({ id, status: isOn ? 1 : 0 }),
    },
    onDeleted: () => {
      if (query.data?.items.length === 1 && list.page > 1) void list.setPage(list.page - 1, list.pageSize)
    },
  })
  const names = new Map(vendors.map((one) => [one.id, one]))
  return (
    <>
      <DataTable<ModelCard>
        id="catalogue-models"
        label={t('tab.models')}
        columns={buildModelColumns(t, names, actionsOf)}
        rowKey={({ id }) => id}
        query={query}
        paging={list}
        rowClassName={(card) => (card.status === 1 ? '' : (css.off ?? ''))}
        renderCard={(card) => <ModelRowCard entry={card} vendors={names} actionsOf={actionsOf} />}
        toolbar={
          <TabBar
            keyword={keyword}
            placeholder={t('filter.model')}
            onSearch={(next) => list.setFilters({ keyword: next })}
          >
            {vendors.length > 0 && (
              <ChoiceFilter
                label={t('filter.vendor')}
                value={vendor}
                options={vendors.map(({ id, name }) => ({ value: String(id), label: name }))}
                onChoose={(next) => list.setFilters({ vendor: next })}
              />
            )}
            <ChoiceFilter
              label={t('filter.status')}
              value={status}
              options={[
                { value: '1', label: t('status.on') },
                { value: '0', label: t('status.off') },
              ]}
              onChoose={(next) => list.setFilters({ status: next })}
            />
          </TabBar>
        }
        empty={
          isFiltered
            ? {
                title: t('models.noMatch'),
                action: <Button onClick={() => list.setFilters(modelFilters)}>{t('common:filters.reset')}</Button>,
              }
            : {
                title: t('models.empty'),
                hint: t('models.emptyHint'),
                action: <AddEntryButton label={t('models.add')} onOpen={list.patch} />,
              }
        }
      />
      <ModelDrawer open={open} onClose={() => list.patch({ open: '' })} />
    </>
  )
}
