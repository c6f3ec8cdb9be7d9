import CommentOutlined from '@ant-design/icons/es/icons/CommentOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { type ApiToken, tokenOrders } from '@sluice/contract/api-token'
import { tokenStatus } from '@sluice/contract/roles'
import { isOneOf } from '@sluice/contract/typed-keys'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Alert, Button, Space } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterSearch } from '../../components/filter-bar.tsx'
import layout from '../../components/layout.module.css'
import { ListPage } from '../../components/list-page.tsx'
import { useCopy } from '../../components/use-copy.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { useListPage } from '../../components/use-list-page.ts'
import { isViewing } from '../../lib/account-view.ts'
import { useStatus } from '../../lib/queries.ts'
import { looksLikeSecret } from '../../lib/secret-text.ts'
import { toastWarning } from '../../lib/toasts.ts'
import { withWholeKeys } from '../../lib/token-keys.ts'
import type { ListSearchOf } from '../../lib/url-state.ts'
import { useListCache } from '../../lib/use-list-cache.ts'
import { tokenCountQuery, tokenListKey, tokenQuery, tokensQuery } from './queries.ts'
import { useTokenColumns } from './token-columns.tsx'
import { ConnectDialog, CreatedDialog, type CreatedTokens } from './token-dialog.tsx'
import { TokenDrawer } from './token-drawer.tsx'
import { tokenLines } from './token-values.ts'
import { useTokenActions } from './use-token-actions.tsx'

const filterDefaults = { keyword: '', status: 0 }
const others = { sort: '', order: 'desc' }
export type TokensSearch = ListSearchOf<typeof filterDefaults & typeof others & { open: string }>

/** What is open: the panel of a key, by its id. */
const connectPrefix = 'connect-'

const states = ['enabled', 'disabled', 'expired', 'exhausted'] as const

export function TokensPage() {
  const { t } = useTranslation(['tokens', 'connect'])
  const { copy } = useCopy()
  const isPhone = useIsPhone()
  const navigate = useNavigate()
  const limit = useStatus()?.max_user_tokens
  // A key stays out of the URL, which is stored in histories and logs.
  const [key, setKey] = useState('')
  const [created, setCreated] = useState<CreatedTokens | null>(null)
  const list = useListPage({
    filters: filterDefaults,
    others,
    hidden: { isSet: key !== '', clear: () => setKey('') },
    query: ({ filters: { keyword, status, sort, order }, page, pageSize }) =>
      tokensQuery({
        page,
        pageSize,
        keyword,
        key,
        status,
        sort: isOneOf(tokenOrders, sort) ? sort : '',
        order: order === 'asc' ? 'asc' : 'desc',
      }),
    rowKey: ({ id }) => id,
  })
  const connectedId = list.opened.startsWith(connectPrefix) ? list.opened.slice(connectPrefix.length) : null
  const listed = list.query.data?.items.find(({ id }) => String(id) === connectedId)
  // The address may name a key of another page of the list.
  const other = useQuery({ ...tokenQuery(connectedId ?? ''), enabled: connectedId !== null && listed === undefined })
  const connected = connectedId === null ? null : (listed ?? other.data)
  const cache = useListCache<ApiToken>(tokenListKey)
  const { total } = list.query.data ?? {}
  /** Without any tokens, the empty state has the only useful button. */
  const isNew = !list.isFiltered && total === 0
  // A filtered list does not tell how many tokens the account has.
  const all = useQuery({ ...tokenCountQuery, enabled: list.isFiltered && limit !== undefined })
  const count = (list.isFiltered ? all.data : total) ?? 0
  const full = limit !== undefined && count >= limit ? t('full', { count: limit }) : null
  const fullId = useId()

  const actionsOf = useTokenActions({
    onEdit: ({ id }) => list.open(id),
    onConnect: ({ id }) => list.open(`${connectPrefix}${id}`),
    onDeleted: list.forget,
  })
  const columns = useTokenColumns(actionsOf, list.query.data?.items ?? [])

  const copyTokens = useMutation({
    mutationFn: async (selected: ApiToken[]) => {
      const tokens = await withWholeKeys(selected)
      await copy(tokenLines(tokens), t('copiedCount', { count: tokens.length }))
    },
  })
  const copySelected = () => {
    const selected = cache.rowsOf(list.selected)
    if (selected.length === 0) return toastWarning(t('selectFirst'))
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
  /** One box for both: a whole key is recognised, and stays out of the address. */
  const search = (
    <FilterSearch
      value={key || list.filters.keyword}
      placeholder={t('search')}
      hint={t('keySearchHint')}
      width={isPhone ? '100%' : 260}
      onSearch={(text) => {
        const isKey = looksLikeSecret(text)
        setKey(isKey ? text : '')
        void list.setFilters({ keyword: isKey ? '' : text })
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
            {!isViewing && (
              <Button icon={<CommentOutlined aria-hidden />} onClick={() => navigate({ to: '/playground333' })}>
                {t('playground')}
              </Button>
            )}
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
        sorting={{
          by: list.filters.sort,
          isAscending: list.filters.order === 'asc',
          onSort: (sort, isAscending) => list.patch({ sort, order: isAscending ? 'asc' : 'desc' }),
        }}
        fields={[
          { key: 'search', label: t('search'), node: search },
          {
            key: 'status',
            label: t('anyStatus'),
            width: 150,
            options: states.map((state) => ({ value: tokenStatus[state], label: t(`state.${state}`) })),
          },
        ]}
        toolbar={isNew ? null : undefined}
        noMatch={{ title: t('empty.noMatch') }}
        empty={{ title: t('empty.title'), hint: t('empty.hint'), action: addButton }}
      />
      <TokenDrawer
        open={connectedId === null ? list.opened : ''}
        isFirst={list.query.data === undefined && list.query.error === null ? null : isNew}
        onClose={list.close}
        onCreated={setCreated}
      />
      <CreatedDialog created={created} onClose={() => setCreated(null)} onChange={setCreated} />
      <ConnectDialog token={connected ?? null} onClose={list.close} />
    </>
  )
}
