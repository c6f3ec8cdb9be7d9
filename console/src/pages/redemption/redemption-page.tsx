import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { type Redemption, redemptionCountMax } from '@sluice/contract/redemption'
import { redemptionStatus } from '@sluice/contract/redemption-status'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListPage } from '../../components/list-page.tsx'
import { useCopy } from '../../components/use-copy.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { type ListData, type ListState, useListPage } from '../../components/use-list-page.ts'
import { may, useSessionUser } from '../../lib/session.ts'
import { toastWarning } from '../../lib/toasts.ts'
import { type ListSearchOf, useUrlState } from '../../lib/url-state.ts'
import { useListCache } from '../../lib/use-list-cache.ts'
import { BatchList } from './batch-list.tsx'
import { type CreatedCodes, CreatedDialog } from './created-dialog.tsx'
import { batchesQuery, redemptionListKey, redemptionsQuery } from './queries.ts'
import { buildRedemptionColumns } from './redemption-columns.tsx'
import { EditCodeDrawer, NewCodesDrawer } from './redemption-drawers.tsx'
import { stateOf } from './redemption-values.ts'
import { useCleaning, useRedemptionActions } from './use-redemption-actions.tsx'

const filterDefaults = { keyword: '', status: '' }
export type RedemptionSearch = ListSearchOf<typeof filterDefaults & { open: string; by: string }>

const statuses = [
  [`${redemptionStatus.unused}`, 'unused'],
  [`${redemptionStatus.disabled}`, 'disabled'],
  [`${redemptionStatus.used}`, 'used'],
  ['expired', 'expired'],
] as const
/** An unknown status in the URL is no filter. */
const statusOf = (text: string) => statuses.find(([value]) => value === text)?.[0] ?? ''

const idOf = (open: string): number | null => (/^[1-9]\d{0,14}$/.test(open) ? Number(open) : null)

const views = ['code', 'batch'] as const
type View = (typeof views)[number]
const viewDefaults = { by: '', open: '', p: 1 }

/** Codes that users turn into balance: creating, searching, disabling, deleting them, one by one or by batch. */
export function RedemptionPage() {
  const [{ by }] = useUrlState(viewDefaults)
  return by === 'batch' ? <ByBatch /> : <ByCode />
}

function ByCode() {
  const { t } = useTranslation(['redemption', 'common'])
  const { copy } = useCopy()
  const isPhone = useIsPhone()
  const list = useListPage({
    filters: filterDefaults,
    query: ({ filters: { keyword, status }, ...paging }) =>
      redemptionsQuery({ keyword, status: statusOf(status), ...paging }),
    rowKey: ({ id }) => id,
  })
  const cache = useListCache<Redemption>(redemptionListKey)
  const actionsOf = useRedemptionActions({ onEdit: ({ id }) => list.open(id), onDeleted: list.forget })
  const copySelected = async () => {
    const codes = cache.rowsOf(list.selected)
    if (codes.length === 0) return toastWarning(t('selectFirst'))
    await copy(codes.map(({ key }) => key).join('\n'), t('copiedCount', { count: codes.length }))
  }
  const mayWrite = may(useSessionUser(), 'billing.write')
  const { texts, drawers, buttons } = usePageParts(list)
  return (
    <>
      <ListPage
        {...texts}
        id="redemption"
        list={list}
        columns={buildRedemptionColumns(t, actionsOf)}
        isOff={(code) => stateOf(code, Date.now() / 1000) !== 'unused'}
        selectionActions={
          mayWrite && (
            <Button size="small" onClick={copySelected}>
              {t('copySelected')}
            </Button>
          )
        }
        buttons={
          <>
            {mayWrite && !isPhone && list.selected.length === 0 && (
              <Button onClick={copySelected}>{t('copySelected')}</Button>
            )}
            {buttons}
          </>
        }
      />
      {drawers}
      <EditCodeDrawer id={idOf(list.opened)} onClose={list.close} />
    </>
  )
}

function ByBatch() {
  const list = useListPage({
    filters: filterDefaults,
    query: ({ filters: { keyword, status }, ...paging }) =>
      batchesQuery({ keyword, status: statusOf(status), ...paging }),
    rowKey: ({ id }) => id,
  })
  const { texts, drawers, buttons } = usePageParts(list)
  return (
    <>
      <BatchList {...texts} list={list} buttons={buttons} />
      {drawers}
    </>
  )
}

type PageList = Pick<
  ListState<typeof filterDefaults, ListData>,
  'isFiltered' | 'query' | 'opened' | 'open' | 'close' | 'select' | 'setPage' | 'pageSize'
>

/** What both views have: texts, filters, new codes, and the switch between them. */
function usePageParts(list: PageList) {
  const { t } = useTranslation(['redemption', 'common'])
  const [created, setCreated] = useState<CreatedCodes | null>(null)
  /** Without any codes, the empty state has the only useful button. */
  const isNew = !list.isFiltered && list.query.data?.total === 0
  const askToClean = useCleaning(() => {
    list.select([])
    void list.setPage(1, list.pageSize)
  })
  const mayWrite = may(useSessionUser(), 'billing.write')
  const addButton = mayWrite && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => list.open('new')}>
      {t('add')}
    </Button>
  )
  return {
    texts: {
      title: t('title'),
      purpose: t('purpose'),
      action: !isNew && addButton,
      fields: [
        { key: 'keyword' as const, label: t('keyword'), width: 280 },
        {
          key: 'status' as const,
          label: t('filter.status'),
          options: statuses.map(([value, state]) => ({ value, label: t(`state.${state}`) })),
          width: 140,
        },
      ],
      ...(isNew && { toolbar: null }),
      noMatch: { title: t('empty.noMatch') },
      empty: { title: t('empty.title'), hint: t('empty.hint', { max: redemptionCountMax }), action: addButton },
    },
    buttons: (
      <>
        {mayWrite && <Button onClick={askToClean}>{t('clean.action')}</Button>}
        <ViewSwitch />
      </>
    ),
    drawers: (
      <>
        <NewCodesDrawer open={list.opened === 'new'} onClose={list.close} onCreated={setCreated} />
        <CreatedDialog created={created} onClose={() => setCreated(null)} />
      </>
    ),
  }
}

/** An open row of one view is none of the other. */
function ViewSwitch() {
  const { t } = useTranslation('redemption')
  const [{ by }, patch] = useUrlState(viewDefaults)
  return (
    <Segmented<View>
      aria-label={t('by.label')}
      value={by === 'batch' ? 'batch' : 'code'}
      onChange={(view) => void patch({ by: view === 'code' ? '' : view, open: '', p: 1 }, { replace: false })}
      options={views.map((value) => ({ value, label: t(`by.${value}`) }))}
    />
  )
}
