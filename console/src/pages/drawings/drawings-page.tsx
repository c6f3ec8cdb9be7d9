import type { DrawingTask } from '@sluice/contract/drawing'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { TaskLog } from '../../components/task-log.tsx'
import { useStatus } from '../../lib/queries.ts'
import { isAdmin as isAdminUser, useSessionUser } from '../../lib/session.ts'
import { useListState } from '../../lib/url-state.ts'
import { DrawingCard } from './drawing-card.tsx'
import { buildDrawingColumns } from './drawing-columns.tsx'
import { drawingFilterDefaults, spanOf } from './drawing-filters.ts'
import { actionOptions, statusOptions } from './drawing-texts.ts'
import css from './drawings.module.css'
import { countDrawings, drawingsQuery } from './queries.ts'

/** Drawing tasks, newest first: the account's own, for administrators all. */
export function DrawingsPage() {
  const { t } = useTranslation('tasks')
  const isAdmin = isAdminUser(useSessionUser())
  const isNotifyOff = useStatus()?.mj_notify_enabled === false
  const list = useListState(drawingFilterDefaults)
  const { filters, page, pageSize, setFilters } = list
  const query = useQuery(drawingsQuery({ isAdmin, filters, page, pageSize }))
  return (
    <TaskLog<DrawingTask>
      name="drawings"
      texts={{
        title: t('drawings.title'),
        purpose: t('drawings.purpose'),
        emptyTitle: t('drawings.emptyTitle'),
        emptyHint: t('drawings.emptyHint'),
      }}
      isAdmin={isAdmin}
      list={list}
      query={query}
      countSince={(start) => countDrawings(isAdmin, filters, start)}
      defaults={drawingFilterDefaults}
      spanOf={spanOf}
      id={{ value: filters.mj_id, width: 178, onSearch: (mj_id) => setFilters({ mj_id }) }}
      options={{ action: actionOptions(t), status: statusOptions(t) }}
      columns={buildDrawingColumns(t, isAdmin)}
      renderCard={(row) => <DrawingCard row={row} />}
      notice={
        isAdmin && isNotifyOff && <Alert className={css.notice} type="info" showIcon title={t('drawings.notifyOff')} />
      }
    />
  )
}
