import { type PrefillGroup, prefillTypes } from '@sluice/contract/catalogue'
import { queryOptions } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ColorTag, type TagColor } from '../../components/color-tag.tsx'
import type { DataColumn } from '../../components/data-column.ts'
import { ListPage } from '../../components/list-page.tsx'
import { useListPage } from '../../components/use-list-page.ts'
import { namesOfItems } from '../../lib/catalogue-items.ts'
import { prefillGroupsQuery } from '../../lib/catalogue-queries.ts'
import { fits, pageOf } from '../../lib/loaded-list.ts'
import { AddEntryButton } from './add-entry-button.tsx'
import { prefillFilters } from './catalogue-search.ts'
import { actionsColumn, descriptionColumn, updatedColumn } from './entry-columns.tsx'
import { EntryDrawer } from './entry-drawer.tsx'
import { NameTags } from './entry-tags.tsx'
import { PrefillForm } from './prefill-form.tsx'
import { prefillKind } from './prefill-kind.ts'
import { deletePrefillGroup } from './queries.ts'
import { type ActionsOf, useEntryActions } from './use-entry-actions.tsx'

/** Lists of names that forms can insert. There are few, so all are loaded. */
export function PrefillTab() {
  const { t } = useTranslation(['catalogue', 'common'])
  const list = useListPage({
    filters: prefillFilters,
    query: (view) =>
      queryOptions({
        ...prefillGroupsQuery,
        select: (groups: PrefillGroup[]) => pageOf(findGroups(groups, view.filters), view),
      }),
    rowKey: ({ id }) => id,
  })
  const actionsOf = useEntryActions<PrefillGroup>({
    list,
    nameOf: ({ name }) => name,
    remove: ({ id }) => deletePrefillGroup(id),
    question: ({ name }) => ({
      title: t('prefill.deleteTitle', { name }),
      consequence: t('prefill.deleteText'),
    }),
  })
  return (
    <>
      <ListPage
        id="catalogue-prefill"
        list={list}
        isPart
        title={t('tab.prefill')}
        columns={buildPrefillColumns(t, actionsOf)}
        fields={[
          { key: 'keyword', label: t('filter.prefill'), width: 280 },
          {
            key: 'type',
            label: t('filter.type'),
            options: prefillTypes.map((value) => ({ value, label: t(`prefill.type.${value}`) })),
            width: 160,
          },
        ]}
        noMatch={{ title: t('prefill.noMatch') }}
        empty={{
          title: t('prefill.empty'),
          hint: t('prefill.emptyHint'),
          action: <AddEntryButton label={t('prefill.add')} onOpen={list.open} />,
        }}
      />
      <EntryDrawer kind={prefillKind} open={list.opened} onClose={list.close}>
        {() => <PrefillForm />}
      </EntryDrawer>
    </>
  )
}

const findGroups = (groups: readonly PrefillGroup[], { keyword, type }: typeof prefillFilters) =>
  groups.filter(
    (group) =>
      (type === '' || group.type === type) &&
      fits(keyword, [group.name, group.description, ...namesOfItems(group.items)]),
  )

const typeColors: Record<PrefillGroup['type'], TagColor> = { model: 'teal', tag: 'purple', endpoint: 'blue' }

function buildPrefillColumns(
  t: TFunction<['catalogue', 'common']>,
  actionsOf: ActionsOf<PrefillGroup>,
): DataColumn<PrefillGroup>[] {
  return [
    {
      key: 'name',
      card: 'title',
      title: t('column.name'),
      width: 200,
      required: true,
      fixed: 'start',
      ellipsis: true,
      render: ({ name }) => name,
    },
    {
      key: 'type',
      card: 'badge',
      title: t('column.type'),
      width: 130,
      render: ({ type }) => <ColorTag color={typeColors[type]}>{t(`prefill.type.${type}`)}</ColorTag>,
    },
    {
      key: 'items',
      card: 'foot',
      title: t('column.items'),
      width: 260,
      flexible: true,
      render: ({ items }) => <NameTags names={namesOfItems(items)} max={4} />,
    },
    descriptionColumn(t, { width: 180, givesWay: 2 }),
    updatedColumn(t),
    actionsColumn(t, ({ name }) => name, actionsOf),
  ]
}
