import type { DrawingTask } from '@sluice/contract/drawing'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../components/data-table.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useStatus } from '../../lib/queries.ts'
import { isAdmin as isAdminUser, useSessionUser } from '../../lib/session.ts'
import { useListState } from '../../lib/url-state.ts'
import { DrawingCard } from './drawing-card.tsx'
import { buildDrawingColumns } from './drawing-columns.tsx'
import { DrawingFilterBar } from './drawing-filter-bar.tsx'
import { countFilters, drawingFilterDefaults } from './drawing-filters.ts'
import css from './drawings.module.css'
import { drawingsQuery } from './queries.ts'

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** Drawing tasks, newest first: one's own, for administrators all. */
export function DrawingsPage() {
  const { t } = useTranslation(['tasks', 'common'])
  const isAdmin = isAdminUser(useSessionUser())
  const isNotifyOff = useStatus()?.mj_notify_enabled === false
  const list = useListState(drawingFilterDefaults)
  const { filters, page, pageSize, setFilters } = list
  const query = useQuery(drawingsQuery({ isAdmin, filters, page, pageSize }))
  const [openedAt, setOpenedAt] = useState(nowSeconds)
  const isFiltered = countFilters(filters) > 0
  const refresh = () => {
    setOpenedAt(nowSeconds())
    return query.refetch()
  }
  return (
    <>
      <PageHeader title={t('drawings.title')} purpose={t('drawings.purpose')} />
      {isAdmin && isNotifyOff && (
        <Alert className={css.notice} type="info" showIcon title={t('drawings.notifyOff')} />
      )}
      <DataTable<DrawingTask>
        id="drawings"
        label={t('drawings.title')}
        columns={buildDrawingColumns(t, isAdmin)}
        rowKey={({ id }) => id}
        query={query}
        paging={list}
        toolbar={
          <DrawingFilterBar
            {...{ isAdmin, filters, setFilters, openedAt }}
            onRefresh={refresh}
            isRefreshing={query.isFetching}
          />
        }
        renderCard={(row) => <DrawingCard row={row} />}
        empty={{
          title: isFiltered ? t('filteredTitle') : t('drawings.emptyTitle'),
          hint: isFiltered ? t('filteredHint') : t('drawings.emptyHint'),
          action: isFiltered && (
            <Button onClick={() => setFilters(drawingFilterDefaults)}>{t('common:filters.reset')}</Button>
          ),
        }}
      />
    </>
  )
}
