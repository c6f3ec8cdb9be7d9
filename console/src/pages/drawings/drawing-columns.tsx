import type { DrawingTask } from '@sluice/contract/drawing'
import type { TFunction } from 'i18next'
import { ChannelName } from '../../components/channel-name.tsx'
import { ColorTag } from '../../components/color-tag.tsx'
import { CopyText } from '../../components/copy-text.tsx'
import type { DataColumn } from '../../components/data-column.ts'
import { Stack } from '../../components/layout.tsx'
import { LongText } from '../../components/long-text.tsx'
import { TaskCost } from '../../components/task-cost.tsx'
import { TaskState, type TaskStateProps } from '../../components/task-state.tsx'
import { TaskDuration, TaskTime } from '../../components/task-time.tsx'
import { DrawingResult } from './drawing-result.tsx'
import { actionText, isOver, statusOf, submissionOf } from './drawing-texts.ts'

export const stateOf = (t: TFunction<'tasks'>, row: DrawingTask): TaskStateProps => ({
  ...statusOf(t, row.status),
  progress: row.progress,
  isFailed: row.status === 'FAILURE',
  isOver: isOver(row.status),
})

export function buildDrawingColumns(t: TFunction<'tasks'>): DataColumn<DrawingTask>[] {
  return [
    {
      key: 'time',
      title: t('column.time'),
      width: 132,
      required: true,
      render: (row) => (
        <>
          <TaskTime at={row.submit_time} />
          <TaskDuration from={row.submit_time} to={row.finish_time} />
        </>
      ),
    },
    {
      key: 'task',
      title: t('column.task'),
      width: 178,
      required: true,
      render: (row) => (
        <Stack gap={2} shrink>
          <span>
            <ColorTag color="neutral">{actionText(t, row.action)}</ColorTag>
          </span>
          {row.mj_id !== '' && <CopyText value={row.mj_id} label={t('column.taskId')} />}
        </Stack>
      ),
    },
    {
      key: 'user',
      title: t('column.user'),
      width: 96,
      ellipsis: true,
      adminOnly: true,
      render: (row) => row.username,
    },
    {
      key: 'channel',
      title: t('column.channel'),
      width: 96,
      adminOnly: true,
      render: (row) => <ChannelName id={row.channel_id} name={row.channel_name} />,
    },
    {
      key: 'code',
      title: t('column.code'),
      width: 124,
      adminOnly: true,
      render: ({ code }) => {
        const { label, color } = submissionOf(t, code)
        return <ColorTag color={color}>{label}</ColorTag>
      },
    },
    {
      key: 'state',
      title: t('column.state'),
      width: 160,
      required: true,
      render: (row) => <TaskState {...stateOf(t, row)} />,
    },
    { key: 'picture', title: t('column.picture'), width: 88, render: (row) => <DrawingResult row={row} /> },
    {
      key: 'prompt',
      title: t('column.prompt'),
      width: 180,
      flexible: true,
      render: (row) => (
        <Stack gap={2} shrink>
          <LongText title={t('column.prompt')} text={row.prompt} />
          <LongText title={t('column.failReason')} text={row.fail_reason} tone="error" />
        </Stack>
      ),
    },
    {
      key: 'promptEn',
      title: t('column.promptEn'),
      width: 180,
      defaultHidden: true,
      render: (row) => <LongText title={t('column.promptEn')} text={row.prompt_en} />,
    },
    {
      key: 'cost',
      title: t('column.cost'),
      width: 92,
      align: 'right',
      render: (row) => <TaskCost quota={row.quota} isRefunded={row.is_refunded} />,
    },
  ]
}
