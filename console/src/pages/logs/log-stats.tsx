import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FigureLine } from '../../components/figure-line.tsx'
import { QuotaText } from '../../components/quota-text.tsx'
import { formatCount } from '../../lib/format.ts'
import type { LogFilters } from './log-filters.ts'
import { logStatQuery } from './queries.ts'

/** The matching rows in three figures. */
export function LogStats(view: { isAdmin: boolean; filters: LogFilters; liveMs: number | undefined }) {
  const { t } = useTranslation('logs')
  const { data } = useQuery(logStatQuery(view))
  const figure = (key: 'quota' | 'rpm' | 'tpm', value: ReactNode) => ({
    label: t(`stats.${key}`),
    hint: t(`stats.${key}Hint`),
    value,
  })
  return (
    <FigureLine
      label={t('stats.label')}
      figures={[
        figure('quota', data && <QuotaText value={data.quota} />),
        figure('rpm', data && formatCount(data.rpm)),
        figure('tpm', data && formatCount(data.tpm)),
      ]}
    />
  )
}
