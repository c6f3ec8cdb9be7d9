import type { Task } from '@sluice/contract/task'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { TaskLog } from '../../components/task-log.tsx'
import { isAdmin as isAdminUser, useSessionUser } from '../../lib/session.ts'
import { todaySpan } from '../../lib/time-filter.ts'
import { useListState } from '../../lib/url-state.ts'
import { countTasks, tasksQuery } from './queries.ts'
import { TaskCard } from './task-card.tsx'
import { buildTaskColumns } from './task-columns.tsx'
import { taskFilterDefaults } from './task-filters.ts'
import { actionOptions, statusOptions } from './task-texts.ts'

/** Tasks except drawings, newest first: the account's own, for administrators all. */
export function TasksPage() {
  const { t } = useTranslation('tasks')
  const isAdmin = isAdminUser(useSessionUser())
  const list = useListState(taskFilterDefaults)
  const { filters, page, pageSize, setFilters } = list
  const query = useQuery(tasksQuery({ isAdmin, filters, page, pageSize }))
  return (
    <TaskLog<Task>
      name="tasks"
      texts={{
        title: t('tasks.title'),
        purpose: t('tasks.purpose'),
        emptyTitle: t('tasks.emptyTitle'),
        emptyHint: t('tasks.emptyHint'),
      }}
      isAdmin={isAdmin}
      list={list}
      query={query}
      countSince={(start) => countTasks(isAdmin, filters, start)}
      defaults={taskFilterDefaults}
      spanOf={todaySpan}
      id={{ value: filters.task_id, width: 200, onSearch: (task_id) => setFilters({ task_id }) }}
      options={{ action: actionOptions(t), status: statusOptions(t) }}
      columns={buildTaskColumns(t, isAdmin)}
      renderCard={(row) => <TaskCard row={row} />}
    />
  )
}
