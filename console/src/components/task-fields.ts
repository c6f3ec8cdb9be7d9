import { useTranslation } from 'react-i18next'
import type { FilterField } from './list-filters.tsx'

interface TaskFieldsOptions<Id> {
  /** The task's ID, which each list names in its own way. */
  id: Id
  idWidth: number
  options: Record<'action' | 'status', { value: string; label: string }[]>
}

/** The filters of every task list beside its span of time. */
export function useTaskFields<const Id extends string>(
  options: TaskFieldsOptions<Id>,
): FilterField<Id | 'action' | 'status' | 'channel_id'>[] {
  const { t } = useTranslation('tasks')
  const choice = (key: 'action' | 'status') => ({
    key,
    label: t(`filter.${key}`),
    options: options.options[key],
    width: 112,
  })
  return [
    { key: options.id, label: t('filter.taskId'), width: options.idWidth },
    choice('action'),
    choice('status'),
    { key: 'channel_id', label: t('filter.channel'), width: 128, isId: true, adminOnly: true },
  ]
}
