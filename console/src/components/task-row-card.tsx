import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ColorTag } from './color-tag.tsx'
import { LongText } from './long-text.tsx'
import card from './row-card.module.css'
import { RowOrigin } from './row-origin.tsx'
import { TaskCost } from './task-cost.tsx'
import css from './task-row-card.module.css'
import { TaskProgress, type TaskStateProps } from './task-state.tsx'
import { TaskTime } from './task-time.tsx'
import texts from './text.module.css'

interface TaskRowCardProps {
  row: {
    fail_reason: string
    username: string
    channel_id: number
    channel_name: string
    quota: number
    is_refunded: boolean
  }
  kind: ReactNode
  state: TaskStateProps
  prompt: string
  /** Unix milliseconds. */
  submittedAt: number
  /** Opens the result of the task; absent until there is one. */
  result?: ReactNode
}

/** A task on a phone: its action, progress and cost. The progress bar is shown only while it runs. */
export function TaskRowCard({ row, kind, state, prompt, submittedAt, result }: TaskRowCardProps) {
  const { t } = useTranslation('tasks')
  return (
    <div className={card.card}>
      <div className={card.line}>
        <span className={css.tags}>
          {kind}
          <ColorTag color={state.color}>{state.label}</ColorTag>
        </span>
        <TaskCost quota={row.quota} isRefunded={row.is_refunded} inline />
      </div>
      <LongText title={t('column.prompt')} text={prompt} />
      {!state.isOver && <TaskProgress {...state} />}
      <LongText title={t('column.failReason')} text={row.fail_reason} tone="error" />
      <RowOrigin username={row.username} channelId={row.channel_id} channelName={row.channel_name} />
      <div className={card.line}>
        <span className={texts.note}>
          <TaskTime at={submittedAt} />
        </span>
        {result}
      </div>
    </div>
  )
}
