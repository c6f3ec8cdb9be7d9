import { useTranslation } from 'react-i18next'
import { ListPage } from '../../components/list-page.tsx'
import { useTaskFields } from '../../components/task-fields.ts'
import { useListPage } from '../../components/use-list-page.ts'
import { readsAllCalls, useSessionUser } from '../../lib/session.ts'
import { todaySpan } from '../../lib/time-filter.ts'
import { countTasks, tasksQuery } from './queries.ts'
import { TaskCard } from './task-card.tsx'
import { buildTaskColumns } from './task-columns.tsx'
import { taskFilterDefaults } from './task-filters.ts'
import { actionOptions, statusOptions } from './task-texts.ts'

/** Tasks except drawings, newest first: the account's own, for administrators all. */
export function TasksPage() {
  const { t } = useTranslation('tasks')
  const isAdmin = readsAllCalls(useSessionUser())
  const list = useListPage({
    filters: taskFilterDefaults,
    query: (view) => tasksQuery({ isAdmin, ...view }),
    rowKey: ({ id }) => id,
  })
  return (
    <ListPage
      id="tasks"
      list={list}
      title={t('tasks.title')}
      purpose={t('tasks.purpose')}
      columns={buildTaskColumns(t)}
      fields={useTaskFields({
        id: 'task_id',
        idWidth: 200,
        options: { action: actionOptions(t), status: statusOptions(t) },
      })}
      span={{ of: todaySpan, storesBoth: true }}
      countSince={(start) => countTasks(isAdmin, list.filters, start)}
      renderCard={(row) => <TaskCard row={row} />}
      noMatch={{ title: t('filteredTitle'), hint: t('filteredHint') }}
      empty={{ title: t('tasks.emptyTitle'), hint: t('tasks.emptyHint') }}
    />
  )
}
