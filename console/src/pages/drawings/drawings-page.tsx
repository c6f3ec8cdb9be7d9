import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { ListPage } from '../../components/list-page.tsx'
import { useTaskFields } from '../../components/task-fields.ts'
import { useListPage } from '../../components/use-list-page.ts'
import { useStatus } from '../../lib/queries.ts'
import { readsAllCalls, useSessionUser } from '../../lib/session.ts'
import { DrawingCard } from './drawing-card.tsx'
import { buildDrawingColumns } from './drawing-columns.tsx'
import { drawingFilterDefaults, spanOf } from './drawing-filters.ts'
import { actionOptions, statusOptions } from './drawing-texts.ts'
import css from './drawings.module.css'
import { countDrawings, drawingsQuery } from './queries.ts'

/** Drawing tasks, newest first: the account's own, for administrators all. */
export function DrawingsPage() {
  const { t } = useTranslation('tasks')
  const isAdmin = readsAllCalls(useSessionUser())
  const isNotifyOff = useStatus()?.mj_notify_enabled === false
  const list = useListPage({
    filters: drawingFilterDefaults,
    query: (view) => drawingsQuery({ isAdmin, ...view }),
    rowKey: ({ id }) => id,
  })
  return (
    <ListPage
      id="drawings"
      list={list}
      title={t('drawings.title')}
      purpose={t('drawings.purpose')}
      notice={
        isAdmin && isNotifyOff && <Alert className={css.notice} type="info" showIcon title={t('drawings.notifyOff')} />
      }
      columns={buildDrawingColumns(t)}
      fields={useTaskFields({
        id: 'mj_id',
        idWidth: 178,
        options: { action: actionOptions(t), status: statusOptions(t) },
      })}
      span={{ of: spanOf, storesBoth: true }}
      countSince={(start) => countDrawings(isAdmin, list.filters, start)}
      renderCard={(row) => <DrawingCard row={row} />}
      noMatch={{ title: t('filteredTitle'), hint: t('filteredHint') }}
      empty={{ title: t('drawings.emptyTitle'), hint: t('drawings.emptyHint') }}
    />
  )
}
