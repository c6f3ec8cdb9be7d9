import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { type Redemption, redemptionCountMax } from '@sluice/contract/redemption'
import { redemptionStatus } from '@sluice/contract/redemption-status'
import { useQuery } from '@tanstack/react-query'
import { App, Button, Select } from 'antd'
import { type Key, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../components/data-table.tsx'
import { FilterBar, FilterSearch } from '../../components/filter-bar.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useCopy } from '../../components/use-copy.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { type ListSearchOf, useListState } from '../../lib/url-state.ts'
import { useListCache } from '../../lib/use-list-cache.ts'
import { type CreatedCodes, CreatedDialog } from './created-dialog.tsx'
import { redemptionListKey, redemptionsQuery } from './queries.ts'
import css from './redemption.module.css'
import { RedemptionCard } from './redemption-card.tsx'
import { buildRedemptionColumns } from './redemption-columns.tsx'
import { EditCodeDrawer, NewCodesDrawer } from './redemption-drawers.tsx'
import { stateOf } from './redemption-values.ts'
import { useCleaning, useRedemptionActions } from './use-redemption-actions.tsx'

const filterDefaults = { keyword: '', status: '' }
const urlDefaults = { ...filterDefaults, open: '' }
export type RedemptionSearch = ListSearchOf<typeof urlDefaults>
/** So that the browser's back button closes the drawer. */
const opening = { replace: false }

const idOf = (open: string): number | null => (/^[1-9]\d{0,14}$/.test(open) ? Number(open) : null)

/** Codes that users turn into balance: creating, searching, disabling, deleting them. */
export function RedemptionPage() {
  const { t } = useTranslation(['redemption', 'common'])
  const { message } = App.useApp()
  const { copy } = useCopy()
  const isPhone = useIsPhone()
  const list = useListState(urlDefaults)
  const { keyword, open } = list.filters
  const status = statuses.find(([value]) => value === list.filters.status)?.[0] ?? ''
  const [selected, setSelected] = useState<Key[]>([])
  const [created, setCreated] = useState<CreatedCodes | null>(null)
  const query = useQuery(redemptionsQuery({ keyword, status, page: list.page, pageSize: list.pageSize }))
  const cache = useListCache<Redemption>(redemptionListKey)
  const isFiltered = keyword !== '' || status !== ''
  /** Without any codes, the empty state has the only useful button. */
  const isNew = !isFiltered && query.data?.total === 0
  const close = () => list.patch({ open: '' })
  const clearFilters = () => list.setFilters(filterDefaults)

  const actionsOf = useRedemptionActions({
    onEdit: ({ id }) => list.patch({ open: String(id) }, opening),
    onDeleted: ({ id }) => {
      setSelected((keys) => keys.filter((key) => key !== id))
      if (query.data?.items.length === 1 && list.page > 1) void list.setPage(list.page - 1, list.pageSize)
    },
  })
  const askToClean = useCleaning(() => {
    setSelected([])
    void list.setPage(1, list.pageSize)
  })
  const copySelected = async () => {
    const codes = cache.rowsOf(selected)
    if (codes.length === 0) return void message.warning(t('selectFirst'))
    await copy(codes.map(({ key }) => key).join('\n'), t('copiedCount', { count: codes.length }))
  }
  const cleanButton = <Button onClick={askToClean}>{t('clean.action')}</Button>
  const addButton = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => list.patch({ open: 'new' }, opening)}>
      {t('add')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} action={!isNew && addButton} />
      <DataTable<Redemption>
        id="redemption"
        label={t('title')}
        columns={buildRedemptionColumns(t, actionsOf)}
        rowKey={({ id }) => id}
        query={query}
        paging={list}
        rowClassName={(code) => (stateOf(code, Date.now() / 1000) === 'unused' ? '' : (css.off ?? ''))}
        renderCard={(code) => <RedemptionCard code={code} actionsOf={actionsOf} />}
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
              extra={
                !isPhone && (
                  <>
                    {selected.length === 0 && <Button onClick={copySelected}>{t('copySelected')}</Button>}
                    {cleanButton}
                  </>
                )
              }
            >
              <Filters
                keyword={keyword}
                status={status}
                onSearch={(next) => list.setFilters({ keyword: next })}
                onStatus={(next) => list.setFilters({ status: next })}
              />
              {isPhone && cleanButton}
            </FilterBar>
          )
        }
        empty={
          isFiltered
            ? {
                title: t('empty.noMatch'),
                action: <Button onClick={clearFilters}>{t('empty.clear')}</Button>,
              }
            : { title: t('empty.title'), hint: t('empty.hint', { max: redemptionCountMax }), action: addButton }
        }
      />
      <NewCodesDrawer open={open === 'new'} onClose={close} onCreated={setCreated} />
      <EditCodeDrawer id={idOf(open)} onClose={close} />
      <CreatedDialog created={created} onClose={() => setCreated(null)} />
    </>
  )
}

const statuses = [
  [`${redemptionStatus.unused}`, 'unused'],
  [`${redemptionStatus.disabled}`, 'disabled'],
  [`${redemptionStatus.used}`, 'used'],
  ['expired', 'expired'],
] as const

interface FiltersProps {
  keyword: string
  status: string
  onSearch(text: string): unknown
  onStatus(status: string): unknown
}

function Filters({ keyword, status, onSearch, onStatus }: FiltersProps) {
  const { t } = useTranslation('redemption')
  const isPhone = useIsPhone()
  return (
    <>
      <span className={css.keyword}>
        <FilterSearch value={keyword} placeholder={t('keyword')} width={isPhone ? '100%' : 280} onSearch={onSearch} />
      </span>
      <Select
        allowClear
        className={css.statusFilter}
        aria-label={t('filter.status')}
        placeholder={t('filter.status')}
        value={statuses.some(([value]) => value === status) ? status : undefined}
        options={statuses.map(([value, state]) => ({ value, label: t(`state.${state}`) }))}
        onChange={(next?: string) => onStatus(next ?? '')}
      />
    </>
  )
}
