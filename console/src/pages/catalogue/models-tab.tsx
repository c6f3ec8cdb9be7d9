import type { ModelCard } from '@sluice/contract/catalogue'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ListPage } from '../../components/list-page.tsx'
import { useListPage } from '../../components/use-list-page.ts'
import { AddEntryButton } from './add-entry-button.tsx'
import { modelFilters } from './catalogue-search.ts'
import { ModelRowCard } from './model-card.tsx'
import { buildModelColumns } from './model-columns.tsx'
import { ModelDrawer } from './model-drawer.tsx'
import { allVendorsQuery, cardsQuery, deleteCard, updateCard } from './queries.ts'
import { useEntryActions } from './use-entry-actions.tsx'

export function ModelsTab() {
  const { t } = useTranslation(['catalogue', 'common'])
  const list = useListPage({
    filters: modelFilters,
    query: ({ filters, ...paging }) => cardsQuery({ ...filters, ...paging }),
    rowKey: ({ id }) => id,
  })
  const vendors = useQuery(allVendorsQuery).data ?? []
  const actionsOf = useEntryActions<ModelCard>({
    list,
    nameOf: ({ model_name }) => model_name,
    remove: ({ id }) => deleteCard(id),
    question: ({ model_name, matched_count }) => ({
      title: t('models.deleteTitle', { name: model_name }),
      consequence: matched_count === 0 ? t('models.deleteUnused') : t('models.deleteText', { count: matched_count }),
    }),
    toggle: {
      isOn: (card) => card.status === 1,
      set: ({ id }, isOn) => updateCard({ id, status: isOn ? 1 : 0 }),
    },
  })
  const names = new Map(vendors.map((one) => [one.id, one]))
  const vendorField = {
    key: 'vendor' as const,
    label: t('filter.vendor'),
    options: vendors.map(({ id, name }) => ({ value: String(id), label: name })),
    width: 160,
  }
  return (
    <>
      <ListPage
        id="catalogue-models"
        list={list}
        isPart
        title={t('tab.models')}
        columns={buildModelColumns(t, names, actionsOf)}
        isOff={({ status }) => status !== 1}
        renderCard={(card) => <ModelRowCard entry={card} vendors={names} actionsOf={actionsOf} />}
        fields={[
          { key: 'keyword', label: t('filter.model'), width: 280 },
          ...(vendors.length > 0 ? [vendorField] : []),
          {
            key: 'status',
            label: t('filter.status'),
            options: [
              { value: '1', label: t('status.on') },
              { value: '0', label: t('status.off') },
            ],
            width: 160,
          },
        ]}
        noMatch={{ title: t('models.noMatch') }}
        empty={{
          title: t('models.empty'),
          hint: t('models.emptyHint'),
          action: <AddEntryButton label={t('models.add')} onOpen={list.open} />,
        }}
      />
      <ModelDrawer open={list.opened} onClose={list.close} />
    </>
  )
}
