import { useQuery } from '@tanstack/react-query'
import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { QuotaText } from '../../components/quota-text.tsx'
import { formatCount } from '../../lib/format.ts'
import type { LogFilters } from './log-filters.ts'
import css from './logs.module.css'
import { logStatQuery } from './queries.ts'

/** What the filters match, in three figures. */
export function LogStats(view: { isAdmin: boolean; filters: LogFilters }) {
  const { t } = useTranslation('logs')
  const { data } = useQuery(logStatQuery(view))
  const figure = (label: string, hint: string, value: ReactNode) => (
    <div key={label}>
      <dt>
        <Tooltip title={hint}>{label}</Tooltip>
      </dt>
      <dd>{value ?? '–'}</dd>
    </div>
  )
  return (
    <dl className={css.stats} aria-label={t('stats.label')}>
      {figure(t('stats.quota'), t('stats.quotaHint'), data && <QuotaText value={data.quota} />)}
      {figure(t('stats.rpm'), t('stats.rpmHint'), data && formatCount(data.rpm))}
      {figure(t('stats.tpm'), t('stats.tpmHint'), data && formatCount(data.tpm))}
    </dl>
  )
}
