import { useNavigate } from '@tanstack/react-router'
import { Button, Space } from 'antd'
import { useTranslation } from 'react-i18next'
import { ListPage } from '../../components/list-page.tsx'
import { useListPage } from '../../components/use-list-page.ts'
import { countText } from '../../lib/format.ts'
import { isAdmin as isAdminUser, useSessionUser } from '../../lib/session.ts'
import { todaySpan } from '../../lib/time-filter.ts'
import { CallDetails } from './call-details.tsx'
import { LogCard } from './log-card.tsx'
import { buildLogColumns } from './log-columns.tsx'
import { logFilterDefaults } from './log-filters.ts'
import { isCall } from './log-rows.ts'
import { LogStats } from './log-stats.tsx'
import { LogStoreWarning } from './log-store-warning.tsx'
import css from './logs.module.css'
import { countLogs, logsQuery } from './queries.ts'
import { useBreakpoint } from './use-breakpoint.ts'
import { useLogFields } from './use-log-fields.ts'

/** Two ways to make a first call. */
function FirstCall() {
  const { t } = useTranslation('logs')
  const navigate = useNavigate()
  return (
    <Space wrap>
      <Button type="primary" onClick={() => navigate({ to: '/playground333' })}>
        {t('empty.playground')}
      </Button>
      <Button onClick={() => navigate({ to: '/token', search: { open: 'new' } })}>{t('empty.token')}</Button>
    </Space>
  )
}

export function LogsPage() {
  const { t } = useTranslation('logs')
  const isAdmin = isAdminUser(useSessionUser())
  const list = useListPage({
    filters: logFilterDefaults,
    query: (view) => logsQuery({ isAdmin, ...view }),
    rowKey: ({ id }) => id,
    refreshes: ['logs'],
  })
  const { data } = list.query
  const columns = buildLogColumns(t, { isAdmin, breakpoint: useBreakpoint() })
  return (
    <>
      <ListPage
        id="logs"
        list={list}
        title={t('title')}
        purpose={t('purpose')}
        figures={<LogStats isAdmin={isAdmin} filters={list.filters} />}
        notice={isAdmin && <LogStoreWarning />}
        columns={columns}
        fields={useLogFields(isAdmin)}
        span={{ of: todaySpan, hours: [1, 24, 72, 168, 720] }}
        countSince={(start) => countLogs(isAdmin, list.filters, start)}
        detail={{
          title: (row) => t(isCall(row) ? 'callDetails.title' : 'callDetails.entry'),
          render: (row) => <CallDetails row={row} />,
        }}
        renderCard={(row) => <LogCard row={row} onOpen={() => list.toggleRow(row)} />}
        noMatch={{ title: t('empty.filtered'), hint: t('empty.filteredHint') }}
        empty={{ title: t('empty.title'), hint: t('empty.hint'), action: <FirstCall /> }}
      />
      {data !== undefined && data.total >= data.totalMax && (
        <p className={css.counted}>
          {data.total === 0 ? t('searched') : t('counted', { count: countText(data.totalMax) })}
        </p>
      )}
    </>
  )
}
