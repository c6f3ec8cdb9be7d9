import type { Task } from '@sluice/contract/task'
import { useTranslation } from 'react-i18next'
import { TaskRowCard } from '../../components/task-row-card.tsx'
import { isEmptyResult } from './parse-songs.ts'
import { ResultCell, stateOf, TypeName } from './task-columns.tsx'
import { isOver } from './task-texts.ts'

export function TaskCard({ row }: { row: Task }) {
  const { t } = useTranslation('tasks')
  const hasResult = (row.video?.url ?? '') !== '' || (row.fail_reason === '' && !isEmptyResult(row.data))
  return (
    <TaskRowCard
      row={row}
      kind={<TypeName row={row} t={t} />}
      state={stateOf(t, row)}
      prompt={row.properties.input}
      submittedAt={row.submit_time * 1000}
      result={(hasResult || !isOver(row.status)) && <ResultCell row={row} />}
    />
  )
}
