import { logType } from '@sluice/contract/roles'
import { useTranslation } from 'react-i18next'
import type { FilterField } from '../../components/list-filters.tsx'
import { useCallFields } from '../../components/use-call-fields.ts'
import { everyType, type LogFilters } from './log-filters.ts'

const types = ['topUp', 'manage', 'system'] as const

/** The filters of the log beside its span of time. */
export function useLogFields(isAdmin: boolean): FilterField<keyof LogFilters>[] {
  const { t } = useTranslation('logs')
  const moreTypes = [
    ...types.map((name) => ({ value: logType[name], label: t(`typeFilter.${name}`) })),
    { value: everyType, label: t('type.all') },
  ]
  return [
    ...useCallFields({ isAdmin, moreTypes }),
    { key: 'request_id', label: t('filters.request'), hint: t('filters.requestHint'), width: 132 },
    { key: 'client', label: t('filters.client'), hint: t('filters.clientHint'), width: 118 },
    { key: 'channel', label: t('filters.channel'), width: 124, isId: true, adminOnly: true },
    { key: 'username', label: t('filters.username'), width: 96, adminOnly: true },
  ]
}
