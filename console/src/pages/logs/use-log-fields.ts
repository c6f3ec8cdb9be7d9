import { logType } from '@sluice/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { FilterField } from '../../components/list-filters.tsx'
import { useOptionsState } from '../../components/use-options-state.tsx'
import { everyType, type LogFilters } from './log-filters.ts'
import { logGroupsQuery } from './queries.ts'

const types = ['consume', 'error', 'topUp', 'manage', 'system'] as const

/** The filters of the log beside its span of time. */
export function useLogFields(isAdmin: boolean): FilterField<keyof LogFilters>[] {
  const { t } = useTranslation('logs')
  const groups = useQuery(logGroupsQuery(isAdmin))
  return [
    {
      key: 'type',
      label: t('filters.type'),
      options: [
        { value: 0, label: t('type.calls') },
        ...types.map((name) => ({ value: logType[name], label: t(`typeFilter.${name}`) })),
        { value: everyType, label: t('type.all') },
      ],
      width: 138,
      isRequired: true,
    },
    { key: 'model_name', label: t('filters.model'), hint: t('filters.modelHint'), width: 164 },
    {
      key: 'group',
      label: t('filters.group'),
      options: groups.data?.map((name) => ({ value: name, label: name })) ?? [],
      width: 96,
      state: useOptionsState(groups),
    },
    { key: 'token_name', label: t('filters.token'), width: 118 },
    { key: 'request_id', label: t('filters.request'), hint: t('filters.requestHint'), width: 132 },
    { key: 'channel', label: t('filters.channel'), width: 124, isId: true, adminOnly: true },
    { key: 'username', label: t('filters.username'), width: 96, adminOnly: true },
  ]
}
