import type { Task } from '@sluice/contract/task'
import { useTranslation } from 'react-i18next'
import { LongText } from '../../components/long-text.tsx'
import card from '../../components/row-card.module.css'
import { RowOrigin } from '../../components/row-origin.tsx'
import { TaskCost } from '../../components/task-cost.tsx'
import { TaskTime } from '../../components/task-time.tsx'
import { RowState, TypeName } from './task-columns.tsx'
import { TaskResult } from './task-result.tsx'
import css from './tasks.module.css'

/** A task on a phone: what, how far, and what it cost. */
export function TaskCard({ row }: { row: Task }) {
  const { t } = useTranslation('tasks')
  return (
    <div className={css.card}>
      <div className={card.line}>
        <TypeName {...{ row, t }} />
        <TaskCost quota={row.quota} isRefunded={row.is_refunded} />
      </div>
      <LongText title={t('column.prompt')} text={row.properties.input} />
      <RowState {...{ row, t }} />
      <RowOrigin username={row.username} channelId={row.channel_id} />
      <div className={card.line}>
        <TaskTime at={row.submit_time * 1000} />
        <span className={css.cardResult}>
          <TaskResult row={row} />
        </span>
      </div>
    </div>
  )
}
