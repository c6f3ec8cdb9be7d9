import type { Task } from '@sluice/contract/task'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ChannelName } from '../../components/channel-name.tsx'
import { ColorTag } from '../../components/color-tag.tsx'
import { CopyText } from '../../components/copy-text.tsx'
import type { DataColumn } from '../../components/data-column.ts'
import { LongText } from '../../components/long-text.tsx'
import { TaskCost } from '../../components/task-cost.tsx'
import { TaskState, type TaskStateProps } from '../../components/task-state.tsx'
import { TaskDuration, TaskTime } from '../../components/task-time.tsx'
import texts from '../../components/text.module.css'
import { withBasePath } from '../../lib/base-path.ts'
import { EndTask } from './end-task.tsx'
import { TaskResult } from './task-result.tsx'
import { isOver, platformText, statusOf, typeOf } from './task-texts.ts'
import css from './tasks.module.css'

export const stateOf = (t: TFunction<'tasks'>, row: Task): TaskStateProps => ({
  ...statusOf(t, row.status),
  progress: row.progress,
  isFailed: row.status === 'FAILURE',
  isOver: isOver(row.status),
})

export function TypeName({ row, t }: { row: Task; t: TFunction<'tasks'> }) {
  const { label, color } = typeOf(t, row.action)
  // These platforms have one type of task.
  const isOneType = row.platform === 'video' || row.platform === 'image'
  return (
    <span className={css.type}>
      <ColorTag color={color}>{label}</ColorTag>
      {!isOneType && <span className={texts.faint}>{platformText(t, row.platform)}</span>}
    </span>
  )
}

/** The result of a task, or what ends it. */
export function ResultCell({ row }: { row: Task }) {
  const { t } = useTranslation('tasks')
  const url = row.video?.url ?? ''
  if (url !== '')
    return (
      <a href={withBasePath(url)} target="_blank" rel="noopener noreferrer">
        {t('video.open')}
      </a>
    )
  return isOver(row.status) ? <TaskResult row={row} /> : <EndTask row={row} />
}

export function buildTaskColumns(t: TFunction<'tasks'>): DataColumn<Task>[] {
  return [
    {
      key: 'time',
      title: t('column.time'),
      width: 128,
      required: true,
      render: (row) => <TaskTime at={row.submit_time * 1000} />,
    },
    {
      key: 'finished',
      title: t('column.finished'),
      width: 128,
      render: (row) => (
        <>
          <TaskTime at={row.finish_time * 1000} />
          <TaskDuration from={row.submit_time * 1000} to={row.finish_time * 1000} />
        </>
      ),
    },
    {
      key: 'type',
      title: t('column.type'),
      width: 156,
      required: true,
      render: (row) => <TypeName row={row} t={t} />,
    },
    {
      key: 'id',
      title: t('column.taskId'),
      width: 132,
      render: (row) => <CopyText value={row.task_id} label={t('column.taskId')} />,
    },
    {
      key: 'user',
      title: t('column.user'),
      width: 92,
      ellipsis: true,
      adminOnly: true,
      render: (row) => row.username,
    },
    {
      key: 'channel',
      title: t('column.channel'),
      width: 88,
      adminOnly: true,
      render: (row) => <ChannelName id={row.channel_id} name={row.channel_name} />,
    },
    {
      key: 'state',
      title: t('column.state'),
      width: 134,
      required: true,
      render: (row) => <TaskState {...stateOf(t, row)} />,
    },
    {
      key: 'prompt',
      title: t('column.prompt'),
      width: 120,
      flexible: true,
      render: (row) => <LongText title={t('column.prompt')} text={row.properties.input} />,
    },
    { key: 'result', title: t('column.result'), width: 118, render: (row) => <ResultCell row={row} /> },
    {
      key: 'cost',
      title: t('column.cost'),
      width: 88,
      align: 'right',
      render: (row) => <TaskCost quota={row.quota} isRefunded={row.is_refunded} />,
    },
  ]
}
