import type { DrawingTask } from '@sluice/contract/drawing'
import { useTranslation } from 'react-i18next'
import { ColorTag } from '../../components/color-tag.tsx'
import { TaskRowCard } from '../../components/task-row-card.tsx'
import { stateOf } from './drawing-columns.tsx'
import { DrawingResult, hasResult } from './drawing-result.tsx'
import { actionText } from './drawing-texts.ts'

export function DrawingCard({ row }: { row: DrawingTask }) {
  const { t } = useTranslation('tasks')
  return (
    <TaskRowCard
      row={row}
      kind={<ColorTag color="neutral">{actionText(t, row.action)}</ColorTag>}
      state={stateOf(t, row)}
      prompt={row.prompt}
      submittedAt={row.submit_time}
      result={hasResult(row) && <DrawingResult row={row} />}
    />
  )
}
