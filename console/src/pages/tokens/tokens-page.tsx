import CommentOutlined from '@ant-design/icons/es/icons/CommentOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import type { ApiToken } from '@sluice/contract/api-token'
import { tokenStatus } from '@sluice/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Alert, App, Button, Space } from 'antd'
import { type Key, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../components/data-table.tsx'
import { FilterBar, FilterSearch } from '../../components/filter-bar.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useCopy } from '../../components/use-copy.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { useStatus } from '../../lib/queries.ts'
import { type ListSearchOf, useListState } from '../../lib/url-state.ts'
import { useListCache } from '../../lib/use-list-cache.ts'
import { tokenListKey, tokensQuery } from './queries.ts'
import { TokenCard } from './token-card.tsx'
import { useTokenColumns } from './token-columns.tsx'
import { CreatedDialog, type CreatedTokens, ExampleDialog } from './token-dialog.tsx'
import { TokenDrawer } from './token-drawer.tsx'
import { tokenLines } from './token-values.ts'
import css from './tokens-page.module.css'
import { useTokenActions } from './use-token-actions.tsx'

const urlDefaults = { keyword: '', open: '' }
export type TokensSearch = ListSearchOf<typeof urlDefaults>
/** So that the browser's back button closes the drawer. */
const opening = { replace: false }

export function TokensPage() {
  const { t } = useTranslation('tokens')
  const { message } = App.useApp()
  const { copy } = useCopy()
  const isPhone = useIsPhone()
  const navigate = useNavigate()
  const list = useListState(urlDefaults)
  const limit = useStatus()?.max_user_tokens
  const { keyword, open } = list.filters
  // A key stays out of the URL, which is stored in histories and logs.
  const [key, setKey] = useState('')
  const [selected, setSelected] = useState<Key[]>([])
  const [created, setCreated] = useState<CreatedTokens | null>(null)
  const [example, setExample] = useState<ApiToken | null>(null)
  const query = useQuery(tokensQuery({ page: list.page, pageSize: list.pageSize, keyword, key }))
  const cache = useListCache<ApiToken>(tokenListKey)
  const isFiltered = keyword !== '' || key !== ''
  /** Without any tokens, the empty state has the only useful button. */
  const isNew = !isFiltered && query.data?.total === 0
  // A filtered list does not tell how many tokens the account has.
  const all = useQuery({
    ...tokensQuery({ page: 1, pageSize: list.pageSize, keyword: '', key: '' }),
    enabled: isFiltered && limit !== undefined,
  })
  const count = (isFiltered ? all.data?.total : query.data?.total) ?? 0
  const full = limit !== undefined && count >= limit ? t('full', { count: limit }) : null
  const fullId = useId()

  const actionsOf = useTokenActions({
    onEdit: ({ id }) => list.patch({ open: String(id) }, opening),
    onExample: setExample,
    onDeleted: ({ id }) => {
      setSelected((keys) => keys.filter((key) => key !== id))
      if (query.data?.items.length === 1 && list.page > 1) void list.setPage(list.page - 1, list.pageSize)
    },
  })
  const columns = useTokenColumns(actionsOf)

  const copySelected = async () => {
    const tokens = cache.rowsOf(selected)
    if (tokens.length === 0) return void message.warning(t('selectFirst'))
    await copy(tokenLines(tokens), t('copiedCount', { count: tokens.length }))
  }
  const addButton = (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden />}
      disabled={full !== null}
      title={full ?? undefined}
      aria-describedby={full === null ? undefined : fullId}
      onClick={() => list.patch({ open: 'new' }, opening)}
    >
      {t('add')}
    </Button>
  )
  const clearFilters = () => {
    setKey('')
    void list.setFilters({ keyword: '' })
  }
  return (
    <>
      <PageHeader
        title={t('title')}
        purpose={t('purpose')}
        action={
          <Space>
            <Button icon={<CommentOutlined aria-hidden />} onClick={() => navigate({ to: '/playground333' })}>
              {t('playground')}
            </Button>
            {!isNew && addButton}
          </Space>
        }
      />
      {full !== null && <Alert id={fullId} className={css.full} type="info" showIcon title={full} />}
      <DataTable<ApiToken>
        id="tokens"
        label={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        query={query}
        paging={list}
        rowClassName={({ status }) => (status === tokenStatus.enabled ? '' : (css.off ?? ''))}
        renderCard={(token) => <TokenCard token={token} actionsOf={actionsOf} />}
        selection={{
          keys: selected,
          onChange: setSelected,
          actions: (
            <Button size="small" onClick={copySelected}>
              {t('copySelected')}
            </Button>
          ),
        }}
        toolbar={
          !isNew && (
            <FilterBar
              extra={!isPhone && selected.length === 0 && <Button onClick={copySelected}>{t('copySelected')}</Button>}
            >
              <FilterSearch
                value={keyword}
                placeholder={t('keyword')}
                onSearch={(next) => list.setFilters({ keyword: next })}
              />
              <span title={t('keySearchHint')}>
                <FilterSearch
                  value={key}
                  placeholder={t('keySearch')}
                  onSearch={(next) => {
                    setKey(next)
                    void list.setPage(1, list.pageSize)
                  }}
                />
              </span>
            </FilterBar>
          )
        }
        empty={
          isFiltered
            ? {
                title: t('empty.noMatch'),
                action: <Button onClick={clearFilters}>{t('empty.clear')}</Button>,
              }
            : { title: t('empty.title'), hint: t('empty.hint'), action: addButton }
        }
      />
      <TokenDrawer open={open} onClose={() => list.patch({ open: '' })} onCreated={setCreated} />
      <CreatedDialog created={created} onClose={() => setCreated(null)} />
      <ExampleDialog token={example} onClose={() => setExample(null)} />
    </>
  )
}
