import type { DrawingTask } from '@sluice/contract/drawing'
import { useTranslation } from 'react-i18next'
import { ColorTag } from '../../components/color-tag.tsx'
import { LongText } from '../../components/long-text.tsx'
import card from '../../components/row-card.module.css'
import { RowOrigin } from '../../components/row-origin.tsx'
import { TaskCost } from '../../components/task-cost.tsx'
import { TaskTime } from '../../components/task-time.tsx'
import { DrawingState } from './drawing-columns.tsx'
import { actionWord } from './drawing-words.ts'
import css from './drawings.module.css'
import { PicturePreview } from './picture-preview.tsx'

/** A task on a phone: what, how far, and what it cost. */
export function DrawingCard({ row }: { row: DrawingTask }) {
  const { t } = useTranslation('tasks')
  return (
    <div className={css.card}>
      <div className={card.line}>
        <ColorTag color="neutral">{actionWord(t, row.action)}</ColorTag>
        <TaskCost quota={row.quota} isRefunded={row.is_refunded} />
      </div>
      <LongText title={t('column.prompt')} text={row.prompt} />
      <DrawingState {...{ row, t }} />
      <LongText title={t('column.failReason')} text={row.fail_reason} tone="error" />
      <RowOrigin username={row.username} channelId={row.channel_id} />
      <div className={card.line}>
        <TaskTime at={row.submit_time} />
        <PicturePreview row={row} />
      </div>
    </div>
  )
}
