import CommentOutlined from '@ant-design/icons/es/icons/CommentOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import type { ApiToken } from '@sluice/contract/api-token'
import { tokenStatus } from '@sluice/contract/roles'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Alert, App, Button, Space } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterSearch } from '../../components/filter-bar.tsx'
import layout from '../../components/layout.module.css'
import { ListPage } from '../../components/list-page.tsx'
import { useCopy } from '../../components/use-copy.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { useListPage } from '../../components/use-list-page.ts'
import { useStatus } from '../../lib/queries.ts'
import { withWholeKeys } from '../../lib/token-keys.ts'
import type { ListSearchOf } from '../../lib/url-state.ts'
import { useListCache } from '../../lib/use-list-cache.ts'
import { tokenListKey, tokensQuery } from './queries.ts'
import { useTokenColumns } from './token-columns.tsx'
import { CreatedDialog, type CreatedTokens, ExampleDialog } from './token-dialog.tsx'
import { TokenDrawer } from './token-drawer.tsx'
import { tokenLines } from './token-values.ts'
import { useTokenActions } from './use-token-actions.tsx'

const filterDefaults = { keyword: '' }
export type TokensSearch = ListSearchOf<typeof filterDefaults & { open: string }>

export function TokensPage() {
  const { t } = useTranslation('tokens')
  const { message } = App.useApp()
  const { copy } = useCopy()
  const isPhone = useIsPhone()
  const navigate = useNavigate()
  const limit = useStatus()?.max_user_tokens
  // A key stays out of the URL, which is stored in histories and logs.
  const [key, setKey] = useState('')
  const [created, setCreated] = useState<CreatedTokens | null>(null)
  const [example, setExample] = useState<ApiToken | null>(null)
  const showExample = useMutation({
    mutationFn: async (token: ApiToken) => (await withWholeKeys([token]))[0] ?? null,
    gcTime: 0,
    onSuccess: setExample,
  })
  const list = useListPage({
    filters: filterDefaults,
    hidden: { isSet: key !== '', clear: () => setKey('') },
    query: ({ filters: { keyword }, page, pageSize }) => tokensQuery({ page, pageSize, keyword, key }),
    rowKey: ({ id }) => id,
  })
  const cache = useListCache<ApiToken>(tokenListKey)
  const { total } = list.query.data ?? {}
  /** Without any tokens, the empty state has the only useful button. */
  const isNew = !list.isFiltered && total === 0
  // A filtered list does not tell how many tokens the account has.
  const all = useQuery({
    ...tokensQuery({ page: 1, pageSize: list.pageSize, keyword: '', key: '' }),
    enabled: list.isFiltered && limit !== undefined,
  })
  const count = (list.isFiltered ? all.data?.total : total) ?? 0
  const full = limit !== undefined && count >= limit ? t('full', { count: limit }) : null
  const fullId = useId()

  const actionsOf = useTokenActions({
    onEdit: ({ id }) => list.open(id),
    onExample: (token) => showExample.mutate(token),
    onDeleted: list.forget,
  })
  const columns = useTokenColumns(actionsOf)

  const copyTokens = useMutation({
    mutationFn: async (selected: ApiToken[]) => {
      const tokens = await withWholeKeys(selected)
      await copy(tokenLines(tokens), t('copiedCount', { count: tokens.length }))
    },
  })
  const copySelected = () => {
    const selected = cache.rowsOf(list.selected)
    if (selected.length === 0) return void message.warning(t('selectFirst'))
    copyTokens.mutate(selected)
  }
  const addButton = (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden />}
      disabled={full !== null}
      title={full ?? undefined}
      aria-describedby={full === null ? undefined : fullId}
      onClick={() => list.open('new')}
    >
      {t('add')}
    </Button>
  )
  const keySearch = (
    <FilterSearch
      value={key}
      placeholder={t('keySearch')}
      hint={t('keySearchHint')}
      onSearch={(next) => {
        setKey(next)
        void list.setPage(1, list.pageSize)
      }}
    />
  )
  return (
    <>
      <ListPage
        id="tokens"
        list={list}
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
        notice={full !== null && <Alert id={fullId} className={layout.notice} type="info" showIcon title={full} />}
        columns={columns}
        isOff={({ status }) => status !== tokenStatus.enabled}
        selectionActions={
          <Button size="small" loading={copyTokens.isPending} onClick={copySelected}>
            {t('copySelected')}
          </Button>
        }
        fields={[
          { key: 'keyword', label: t('keyword') },
          { key: 'key', label: t('keySearch'), node: keySearch },
        ]}
        buttons={!isPhone && list.selected.length === 0 && <Button onClick={copySelected}>{t('copySelected')}</Button>}
        toolbar={isNew ? null : undefined}
        noMatch={{ title: t('empty.noMatch') }}
        empty={{ title: t('empty.title'), hint: t('empty.hint'), action: addButton }}
      />
      <TokenDrawer open={list.opened} onClose={list.close} onCreated={setCreated} />
      <CreatedDialog created={created} onClose={() => setCreated(null)} />
      <ExampleDialog token={example} onClose={() => setExample(null)} />
    </>
  )
}
