import { queryOptions } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { ListPage } from '../../components/list-page.tsx'
import texts from '../../components/text.module.css'
import { useListPage } from '../../components/use-list-page.ts'
import { fits, pageOf } from '../../lib/loaded-list.ts'
import { may, useSessionUser } from '../../lib/session.ts'
import css from './catalogue.module.css'
import { keywordFilter, missingUrl } from './catalogue-search.ts'
import { ModelDrawer } from './model-drawer.tsx'
import { missingModelsQuery } from './queries.ts'

/** Models in use without an entry. */
export function MissingTab() {
  const { t } = useTranslation(['catalogue', 'common'])
  const list = useListPage({
    filters: keywordFilter,
    others: missingUrl,
    query: (view) =>
      queryOptions({
        ...missingModelsQuery,
        select: (names: string[]) => {
          const found = names.filter((name) => fits(view.filters.keyword, [name]))
          return pageOf(
            found.map((name) => ({ name })),
            view,
          )
        },
      }),
    rowKey: ({ name }) => name,
  })
  const { open, model } = list.filters
  const mayWrite = may(useSessionUser(), 'setting.write')
  const addButton = (name: string) => (
    <Button
      size="small"
      aria-label={`${t('missing.add')} ${name}`}
      onClick={() => list.patch({ open: 'new', model: name }, { replace: false })}
    >
      {t('missing.add')}
    </Button>
  )
  return (
    <>
      <p className={css.purpose}>{t('missing.purpose')}</p>
      <ListPage
        id="catalogue-missing"
        list={list}
        isPart
        title={t('tab.missingNone')}
        columns={[
          {
            key: 'model',
            card: 'title',
            title: t('column.model'),
            width: 200,
            flexible: true,
            required: true,
            render: ({ name }) => (
              <span className={css.entryName}>
                <code className={texts.clip} title={name}>
                  {name}
                </code>
              </span>
            ),
          },
          ...(mayWrite
            ? [
                {
                  key: 'actions',
                  title: t('common:table.actions'),
                  width: 140,
                  render: ({ name }: { name: string }) => addButton(name),
                },
              ]
            : []),
        ]}
        fields={[{ key: 'keyword', label: t('filter.missing'), width: 280 }]}
        noMatch={{ title: t('missing.noMatch') }}
        empty={{ title: t('missing.empty'), hint: t('missing.emptyHint') }}
      />
      <ModelDrawer
        open={open === 'new' ? open : ''}
        model={model}
        onClose={() => list.patch({ open: '', model: '' })}
      />
    </>
  )
}
