import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../components/data-table.tsx'
import card from '../../components/row-card.module.css'
import { useListState } from '../../lib/url-state.ts'
import css from './catalogue.module.css'
import { missingUrl } from './catalogue-search.ts'
import { ModelDrawer } from './model-drawer.tsx'
import { fits, pageOf } from './page-of.ts'
import { TabBar } from './tab-bar.tsx'

const opening = { replace: false }

interface MissingModel {
  name: string
}

/** Models in use without an entry. */
export function MissingTab({ query }: { query: UseQueryResult<string[]> }) {
  const { t } = useTranslation(['catalogue', 'common'])
  const list = useListState(missingUrl)
  const { keyword, open, model } = list.filters
  const found = query.data?.filter((name) => fits(keyword, [name])).map((name) => ({ name }))
  const addButton = (name: string) => (
    <Button
      size="small"
      aria-label={`${t('missing.add')} ${name}`}
      onClick={() => list.patch({ open: 'new', model: name }, opening)}
    >
      {t('missing.add')}
    </Button>
  )
  return (
    <>
      <p className={css.purpose}>{t('missing.purpose')}</p>
      <DataTable<MissingModel>
        id="catalogue-missing"
        label={t('tab.missingNone')}
        columns={[
          {
            key: 'model',
            title: t('column.model'),
            width: 200,
            flexible: true,
            required: true,
            render: ({ name }) => (
              <span className={css.entryName}>
                <code title={name}>{name}</code>
              </span>
            ),
          },
          {
            key: 'actions',
            title: t('common:table.actions'),
            width: 140,
            render: ({ name }) => addButton(name),
          },
        ]}
        rowKey={({ name }) => name}
        query={{ ...query, data: found && pageOf(found, list) }}
        paging={list}
        renderCard={({ name }) => (
          <div className={card.line}>
            <span className={css.entryName}>
              <code>{name}</code>
            </span>
            {addButton(name)}
          </div>
        )}
        toolbar={
          <TabBar
            keyword={keyword}
            placeholder={t('filter.missing')}
            onSearch={(next) => list.setFilters({ keyword: next })}
          />
        }
        empty={
          keyword === '' ? { title: t('missing.empty'), hint: t('missing.emptyHint') } : { title: t('missing.noMatch') }
        }
      />
      <ModelDrawer
        open={open === 'new' ? open : ''}
        model={model}
        onClose={() => list.patch({ open: '', model: '' })}
      />
    </>
  )
}
