import type { Task } from '@sluice/contract/task'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../components/data-table.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { isAdmin as isAdminUser, useSessionUser } from '../../lib/session.ts'
import { useListState } from '../../lib/url-state.ts'
import { tasksQuery } from './queries.ts'
import { TaskCard } from './task-card.tsx'
import { buildTaskColumns } from './task-columns.tsx'
import { TaskFilterBar } from './task-filter-bar.tsx'
import { countFilters, taskFilterDefaults } from './task-filters.ts'

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** Tasks but drawings, newest first: one's own, for administrators all. */
export function TasksPage() {
  const { t } = useTranslation(['tasks', 'common'])
  const isAdmin = isAdminUser(useSessionUser())
  const list = useListState(taskFilterDefaults)
  const { filters, page, pageSize, setFilters } = list
  const query = useQuery(tasksQuery({ isAdmin, filters, page, pageSize }))
  const [openedAt, setOpenedAt] = useState(nowSeconds)
  const isFiltered = countFilters(filters) > 0
  const refresh = () => {
    setOpenedAt(nowSeconds())
    return query.refetch()
  }
  return (
    <>
      <PageHeader title={t('tasks.title')} purpose={t('tasks.purpose')} />
      <DataTable<Task>
        id="tasks"
        label={t('tasks.title')}
        columns={buildTaskColumns(t, isAdmin)}
        rowKey={({ id }) => id}
        query={query}
        paging={list}
        toolbar={
          <TaskFilterBar
            {...{ isAdmin, filters, setFilters, openedAt }}
            onRefresh={refresh}
            isRefreshing={query.isFetching}
          />
        }
        renderCard={(row) => <TaskCard row={row} />}
        empty={{
          title: isFiltered ? t('filteredTitle') : t('tasks.emptyTitle'),
          hint: isFiltered ? t('filteredHint') : t('tasks.emptyHint'),
          action: isFiltered && (
            <Button onClick={() => setFilters(taskFilterDefaults)}>{t('common:filters.reset')}</Button>
          ),
        }}
      />
    </>
  )
}
