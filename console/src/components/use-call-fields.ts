import { logType } from '@sluice/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callGroupsQuery } from '../lib/call-filters.ts'
import type { FilterField } from './list-filters.tsx'
import { useOptionsState } from './use-options-state.tsx'

type CallFieldName = 'type' | 'model_name' | 'group' | 'token_name'

interface CallFieldsOptions {
  isAdmin: boolean
  /** Types beside calls. */
  moreTypes?: readonly { value: number; label: string }[]
}

/** The filters of calls: the same in the usage log and on the dashboard. */
export function useCallFields({ isAdmin, moreTypes = [] }: CallFieldsOptions): FilterField<CallFieldName>[] {
  const { t } = useTranslation('logs')
  const groups = useQuery(callGroupsQuery(isAdmin))
  return [
    {
      key: 'type',
      label: t('filters.type'),
      options: [
        { value: 0, label: t('type.calls') },
        { value: logType.consume, label: t('typeFilter.consume') },
        { value: logType.error, label: t('typeFilter.error') },
        ...moreTypes,
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
  ]
}
