import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { type Redemption, redemptionCountMax } from '@sluice/contract/redemption'
import { redemptionStatus } from '@sluice/contract/redemption-status'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListPage } from '../../components/list-page.tsx'
import { useCopy } from '../../components/use-copy.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { useListPage } from '../../components/use-list-page.ts'
import { may, useSessionUser } from '../../lib/session.ts'
import { toastWarning } from '../../lib/toasts.ts'
import type { ListSearchOf } from '../../lib/url-state.ts'
import { useListCache } from '../../lib/use-list-cache.ts'
import { type CreatedCodes, CreatedDialog } from './created-dialog.tsx'
import { redemptionListKey, redemptionsQuery } from './queries.ts'
import { buildRedemptionColumns } from './redemption-columns.tsx'
import { EditCodeDrawer, NewCodesDrawer } from './redemption-drawers.tsx'
import { stateOf } from './redemption-values.ts'
import { useCleaning, useRedemptionActions } from './use-redemption-actions.tsx'

const filterDefaults = { keyword: '', status: '' }
export type RedemptionSearch = ListSearchOf<typeof filterDefaults & { open: string }>

const statuses = [
  [`${redemptionStatus.unused}`, 'unused'],
  [`${redemptionStatus.disabled}`, 'disabled'],
  [`${redemptionStatus.used}`, 'used'],
  ['expired', 'expired'],
] as const
/** An unknown status in the URL is no filter. */
const statusOf = (text: string) => statuses.find(([value]) => value === text)?.[0] ?? ''

const idOf = (open: string): number | null => (/^[1-9]\d{0,14}$/.test(open) ? Number(open) : null)

/** Codes that users turn into balance: creating, searching, disabling, deleting them. */
export function RedemptionPage() {
  const { t } = useTranslation(['redemption', 'common'])
  const { copy } = useCopy()
  const isPhone = useIsPhone()
  const [created, setCreated] = useState<CreatedCodes | null>(null)
  const list = useListPage({
    filters: filterDefaults,
    query: ({ filters: { keyword, status }, ...paging }) =>
      redemptionsQuery({ keyword, status: statusOf(status), ...paging }),
    rowKey: ({ id }) => id,
  })
  const cache = useListCache<Redemption>(redemptionListKey)
  /** Without any codes, the empty state has the only useful button. */
  const isNew = !list.isFiltered && list.query.data?.total === 0

  const actionsOf = useRedemptionActions({ onEdit: ({ id }) => list.open(id), onDeleted: list.forget })
  const askToClean = useCleaning(() => {
    list.select([])
    void list.setPage(1, list.pageSize)
  })
  const copySelected = async () => {
    const codes = cache.rowsOf(list.selected)
    if (codes.length === 0) return toastWarning(t('selectFirst'))
    await copy(codes.map(({ key }) => key).join('\n'), t('copiedCount', { count: codes.length }))
  }
  const addButton = may(useSessionUser(), 'billing.write') && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => list.open('new')}>
      {t('add')}
    </Button>
  )
  return (
    <>
      <ListPage
        id="redemption"
        list={list}
        title={t('title')}
        purpose={t('purpose')}
        action={!isNew && addButton}
        columns={buildRedemptionColumns(t, actionsOf)}
        isOff={(code) => stateOf(code, Date.now() / 1000) !== 'unused'}
        selectionActions={
          <Button size="small" onClick={copySelected}>
            {t('copySelected')}
          </Button>
        }
        fields={[
          { key: 'keyword', label: t('keyword'), width: 280 },
          {
            key: 'status',
            label: t('filter.status'),
            options: statuses.map(([value, state]) => ({ value, label: t(`state.${state}`) })),
            width: 140,
          },
        ]}
        buttons={
          <>
            {!isPhone && list.selected.length === 0 && <Button onClick={copySelected}>{t('copySelected')}</Button>}
            <Button onClick={askToClean}>{t('clean.action')}</Button>
          </>
        }
        toolbar={isNew ? null : undefined}
        noMatch={{ title: t('empty.noMatch') }}
        empty={{ title: t('empty.title'), hint: t('empty.hint', { max: redemptionCountMax }), action: addButton }}
      />
      <NewCodesDrawer open={list.opened === 'new'} onClose={list.close} onCreated={setCreated} />
      <EditCodeDrawer id={idOf(list.opened)} onClose={list.close} />
      <CreatedDialog created={created} onClose={() => setCreated(null)} />
    </>
  )
}
