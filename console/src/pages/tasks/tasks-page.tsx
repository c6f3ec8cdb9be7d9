import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChannelName } from '../../components/channel-name.tsx'
import { Row } from '../../components/layout.tsx'
import { ListPage } from '../../components/list-page.tsx'
import { useTaskFields } from '../../components/task-fields.ts'
import texts from '../../components/text.module.css'
import { useListPage } from '../../components/use-list-page.ts'
import { readsAllCalls, useSessionUser } from '../../lib/session.ts'
import { readText, writeText } from '../../lib/storage.ts'
import { todaySpan } from '../../lib/time-filter.ts'
import { countTasks, openTasksQuery, tasksQuery } from './queries.ts'
import { TaskCard } from './task-card.tsx'
import { buildTaskColumns } from './task-columns.tsx'
import { taskFilterDefaults } from './task-filters.ts'
import { actionOptions, platformOptions, statusOptions } from './task-texts.ts'
import { TaskTile } from './task-tile.tsx'
import css from './tasks.module.css'

type Shape = 'list' | 'gallery'

/** Tasks except drawings, newest first: the account's own, for administrators all. */
export function TasksPage() {
  const { t } = useTranslation('tasks')
  const isAdmin = readsAllCalls(useSessionUser())
  const [shape, setShape] = useState<Shape>(() => (readText('tasks-shape') === 'gallery' ? 'gallery' : 'list'))
  const choose = (next: Shape) => {
    writeText('tasks-shape', next)
    setShape(next)
  }
  const list = useListPage({
    filters: taskFilterDefaults,
    query: (view) => tasksQuery({ isAdmin, ...view }),
    rowKey: ({ id }) => id,
  })
  const taskFields = useTaskFields({
    id: 'task_id',
    // All filters stand in a row at 1440 px.
    idWidth: 148,
    options: { action: actionOptions(t), status: statusOptions(t) },
  })
  const platform = { key: 'platform' as const, label: t('filter.platform'), options: platformOptions(t), width: 108 }
  const fields = [...taskFields, platform]
  return (
    <ListPage
      id="tasks"
      list={list}
      title={t('tasks.title')}
      purpose={t('tasks.purpose')}
      columns={buildTaskColumns(t)}
      fields={fields}
      span={{ of: todaySpan, storesBoth: true }}
      countSince={(start) => countTasks(isAdmin, list.filters, start)}
      notice={isAdmin && <OpenTasks />}
      buttons={
        <Segmented<Shape>
          aria-label={t('shape.label')}
          value={shape}
          onChange={choose}
          options={(['list', 'gallery'] as const).map((value) => ({ value, label: t(`shape.${value}`) }))}
        />
      }
      renderTile={shape === 'gallery' ? (row) => <TaskTile row={row} /> : undefined}
      renderCard={(row) => <TaskCard row={row} />}
      noMatch={{ title: t('filteredTitle'), hint: t('filteredHint') }}
      empty={{ title: t('tasks.emptyTitle'), hint: t('tasks.emptyHint') }}
    />
  )
}

/** How many tasks each channel still works on; nothing without one. */
function OpenTasks() {
  const { t } = useTranslation('tasks')
  const { data = [] } = useQuery(openTasksQuery(true))
  if (data.length === 0) return null
  return (
    <Row gap={[4, 16]} wrap className={`${texts.note} ${css.open}`}>
      <span>{t('open')}</span>
      {data.map(({ channel_id: id, channel_name: name, count }) => (
        <Row key={id} as="span" gap={6}>
          <ChannelName id={id} name={name} />
          <strong>{count}</strong>
        </Row>
      ))}
    </Row>
  )
}
