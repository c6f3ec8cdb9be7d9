import { type PrefillGroup, prefillTypes } from '@sluice/contract/catalogue'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ColorTag, type TagColor } from '../../components/color-tag.tsx'
import type { DataColumn } from '../../components/data-column.ts'
import { DataTable } from '../../components/data-table.tsx'
import { RowActions } from '../../components/row-actions.tsx'
import card from '../../components/row-card.module.css'
import { TimeText } from '../../components/time-text.tsx'
import { namesOfItems } from '../../lib/catalogue-items.ts'
import { prefillGroupsQuery } from '../../lib/catalogue-queries.ts'
import { useListState } from '../../lib/url-state.ts'
import { AddEntryButton } from './add-entry-button.tsx'
import css from './catalogue.module.css'
import { prefillFilters, prefillUrl } from './catalogue-search.ts'
import { EntryDrawer } from './entry-drawer.tsx'
import { NameTags } from './entry-tags.tsx'
import { fits, pageOf } from './page-of.ts'
import { PrefillForm } from './prefill-form.tsx'
import { prefillKind } from './prefill-kind.ts'
import { deletePrefillGroup } from './queries.ts'
import { ChoiceFilter, TabBar } from './tab-bar.tsx'
import { type ActionsOf, useEntryActions } from './use-entry-actions.tsx'

const opening = { replace: false }

/** Lists of names that forms can insert. There are few, so all are loaded. */
export function PrefillTab() {
  const { t } = useTranslation(['catalogue', 'common'])
  const list = useListState(prefillUrl)
  const { keyword, type, open } = list.filters
  const query = useQuery(prefillGroupsQuery)
  const found = query.data?.filter(
    (group) =>
      (type === '' || group.type === type) &&
      fits(keyword, [group.name, group.description, ...namesOfItems(group.items)]),
  )
  const actionsOf = useEntryActions<PrefillGroup>({
    nameOf: ({ name }) => name,
    onEdit: ({ id }) => list.patch({ open: String(id) }, opening),
    remove: ({ id }) => deletePrefillGroup(id),
    question: ({ name }) => ({
      title: t('prefill.deleteTitle', { name }),
      consequence: t('prefill.deleteText'),
    }),
    onDeleted: () => undefined,
  })
  return (
    <>
      <DataTable<PrefillGroup>
        id="catalogue-prefill"
        label={t('tab.prefill')}
        columns={buildPrefillColumns(t, actionsOf)}
        rowKey={({ id }) => id}
        query={{ ...query, data: found && pageOf(found, list) }}
        paging={list}
        renderCard={(group) => <PrefillCard group={group} actionsOf={actionsOf} />}
        toolbar={
          <TabBar
            keyword={keyword}
            placeholder={t('filter.prefill')}
            onSearch={(next) => list.setFilters({ keyword: next })}
          >
            <ChoiceFilter
              label={t('filter.type')}
              value={type}
              options={prefillTypes.map((value) => ({ value, label: t(`prefill.type.${value}`) }))}
              onChoose={(next) => list.setFilters({ type: next })}
            />
          </TabBar>
        }
        empty={
          keyword === '' && type === ''
            ? {
                title: t('prefill.empty'),
                hint: t('prefill.emptyHint'),
                action: <AddEntryButton label={t('prefill.add')} onOpen={list.patch} />,
              }
            : {
                title: t('prefill.noMatch'),
                action: <Button onClick={() => list.setFilters(prefillFilters)}>{t('common:filters.reset')}</Button>,
              }
        }
      />
      <EntryDrawer kind={prefillKind} open={open} onClose={() => list.patch({ open: '' })}>
        {() => <PrefillForm />}
      </EntryDrawer>
    </>
  )
}

const typeColors: Record<PrefillGroup['type'], TagColor> = { model: 'teal', tag: 'purple', endpoint: 'blue' }

function buildPrefillColumns(
  t: TFunction<['catalogue', 'common']>,
  actionsOf: ActionsOf<PrefillGroup>,
): DataColumn<PrefillGroup>[] {
  return [
    {
      key: 'name',
      title: t('column.name'),
      width: 200,
      required: true,
      fixed: 'start',
      ellipsis: true,
      render: ({ name }) => name,
    },
    {
      key: 'type',
      title: t('column.type'),
      width: 130,
      render: ({ type }) => <ColorTag color={typeColors[type]}>{t(`prefill.type.${type}`)}</ColorTag>,
    },
    {
      key: 'items',
      title: t('column.items'),
      width: 260,
      flexible: true,
      render: ({ items }) => <NameTags names={namesOfItems(items)} max={4} />,
    },
    {
      key: 'description',
      title: t('column.description'),
      width: 180,
      ellipsis: true,
      givesWay: 2,
      render: ({ description }) => description,
    },
    {
      key: 'updated',
      title: t('column.updated'),
      width: 120,
      givesWay: 1,
      render: ({ updated_time }) => <TimeText seconds={updated_time} />,
    },
    {
      key: 'actions',
      title: t('common:table.actions'),
      width: 110,
      render: (group) => <RowActions name={group.name} {...actionsOf(group)} />,
    },
  ]
}

function PrefillCard({ group, actionsOf }: { group: PrefillGroup; actionsOf: ActionsOf<PrefillGroup> }) {
  const { t } = useTranslation('catalogue')
  const names = namesOfItems(group.items)
  return (
    <div className={card.card}>
      <div className={card.head}>
        <span className={card.name}>{group.name}</span>
        <ColorTag color={typeColors[group.type]}>{t(`prefill.type.${group.type}`)}</ColorTag>
        <RowActions name={group.name} {...actionsOf(group)} />
      </div>
      {group.description !== '' && <p className={css.cardText}>{group.description}</p>}
      <NameTags names={names} max={4} />
    </div>
  )
}
