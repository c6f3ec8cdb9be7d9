import type { Task } from '@sluice/contract/task'
import { useTranslation } from 'react-i18next'
import { TaskRowCard } from '../../components/task-row-card.tsx'
import { isEmptyResult } from './parse-songs.ts'
import { stateOf, TypeName } from './task-columns.tsx'
import { TaskResult } from './task-result.tsx'

export function TaskCard({ row }: { row: Task }) {
  const { t } = useTranslation('tasks')
  const hasResult = row.fail_reason === '' && !isEmptyResult(row.data)
  return (
    <TaskRowCard
      row={row}
      kind={<TypeName row={row} t={t} />}
      state={stateOf(t, row)}
      prompt={row.properties.input}
      submittedAt={row.submit_time * 1000}
      result={hasResult && <TaskResult row={row} />}
    />
  )
}
