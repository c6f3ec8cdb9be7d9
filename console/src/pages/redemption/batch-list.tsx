import type { RedemptionBatch } from '@sluice/contract/redemption'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataColumn } from '../../components/data-column.ts'
import { Row, Stack } from '../../components/layout.tsx'
import { ListPage, type ListPageProps } from '../../components/list-page.tsx'
import { QuotaText } from '../../components/quota-text.tsx'
import { RowActions } from '../../components/row-actions.tsx'
import texts from '../../components/text.module.css'
import { TimeText } from '../../components/time-text.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { type ListState, useListPage } from '../../components/use-list-page.ts'
import { batchCodesQuery } from './queries.ts'
import { buildRedemptionColumns, UserLink } from './redemption-columns.tsx'
import { EditCodeDrawer } from './redemption-drawers.tsx'
import { stateOf } from './redemption-values.ts'
import { useBatchActions } from './use-batch-actions.tsx'
import { useRedemptionActions } from './use-redemption-actions.tsx'

type BatchPage = { items: RedemptionBatch[]; total: number }
interface BatchListProps<F extends Record<string, string>>
  extends Omit<ListPageProps<F, BatchPage>, 'id' | 'list' | 'columns' | 'detail' | 'isOff'> {
  list: ListState<F, BatchPage>
}

/** Codes that were created together are one row, which opens. */
export function BatchList<F extends Record<string, string>>({ list, ...page }: BatchListProps<F>) {
  const { t } = useTranslation('redemption')
  return (
    <ListPage
      {...page}
      id="redemption-batches"
      list={list}
      columns={useBatchColumns()}
      isOff={({ unused }) => unused === 0}
      detail={{
        title: ({ name }) => name,
        render: (batch) => <BatchCodes key={batch.id} batch={batch} />,
        isBeside: true,
        openLabel: ({ name }) => t('batch.open', { name }),
      }}
    />
  )
}

function useBatchColumns(): DataColumn<RedemptionBatch>[] {
  const { t } = useTranslation(['redemption', 'common'])
  const countsOf = useCountsText()
  const actionsOf = useBatchActions()
  return [
    {
      key: 'name',
      card: 'title',
      title: t('column.name'),
      width: 140,
      flexible: true,
      required: true,
      render: ({ name }) => (
        <span className={texts.cutBlock} title={name}>
          {name}
        </span>
      ),
    },
    { key: 'codes', card: 'line', title: t('column.codes'), width: 260, required: true, render: countsOf },
    {
      key: 'quota',
      card: 'figure',
      title: t('column.quota'),
      width: 150,
      align: 'right',
      render: ({ quota_min, quota_max }) => (
        <>
          <QuotaText value={quota_min} />
          {quota_max > quota_min && (
            <>
              {' – '}
              <QuotaText value={quota_max} />
            </>
          )}
        </>
      ),
    },
    {
      key: 'created',
      card: 'figure',
      title: t('column.created'),
      width: 120,
      render: ({ created_time }) => <TimeText seconds={created_time} />,
    },
    {
      key: 'creator',
      title: t('column.creator'),
      width: 120,
      givesWay: 1,
      render: ({ user_id, username }) => <UserLink id={user_id} name={username} t={t} />,
    },
    {
      key: 'actions',
      title: t('common:table.actions'),
      width: 96,
      render: (batch) => <RowActions name={batch.name} visible={[]} menu={actionsOf(batch)} />,
    },
  ]
}

/** `20 codes, 3 used, 1 disabled`. */
function useCountsText() {
  const { t } = useTranslation('redemption')
  return ({ count, used, disabled, expired }: RedemptionBatch): string => {
    const parts = [
      t('batch.count', { count }),
      ...(used > 0 ? [t('batch.used', { used })] : []),
      ...(disabled > 0 ? [t('batch.disabled', { disabled })] : []),
      ...(expired > 0 ? [t('batch.expired', { expired })] : []),
    ]
    return parts.join(t('batch.separator'))
  }
}

const noFilters = {}

/** The columns for which the sheet has room. */
const sheetColumns = ['name', 'status', 'usedBy', 'actions']

/** The actions on a batch, which a card does not have, and its codes with their own. */
function BatchCodes({ batch }: { batch: RedemptionBatch }) {
  const { id } = batch
  const { t } = useTranslation(['redemption', 'common'])
  const isPhone = useIsPhone()
  const batchActionsOf = useBatchActions()
  const [edited, setEdited] = useState<number | null>(null)
  const list = useListPage({
    filters: noFilters,
    prefix: `c${id}`,
    query: ({ page, pageSize }) => batchCodesQuery({ batch: id, page, pageSize }),
    rowKey: (code) => code.id,
  })
  const actionsOf = useRedemptionActions({ onEdit: (code) => setEdited(code.id), onDeleted: list.forget })
  const columns = buildRedemptionColumns(t, actionsOf)
  return (
    <Stack gap={16}>
      <Row wrap>
        {batchActionsOf(batch).map(({ key, label, icon, danger = false, disabled = false, run }) => (
          <Button key={key} size="small" icon={icon} danger={danger} disabled={disabled} onClick={run}>
            {label}
          </Button>
        ))}
      </Row>
      <ListPage
        id="redemption-batch"
        isPart
        list={list}
        title={t('batch.codes')}
        columns={isPhone ? columns : columns.filter(({ key }) => sheetColumns.includes(key))}
        isOff={(code) => stateOf(code, Date.now() / 1000) !== 'unused'}
        toolbar={null}
        empty={{ title: t('empty.noMatch') }}
      />
      <EditCodeDrawer id={edited} onClose={() => setEdited(null)} />
    </Stack>
  )
}
