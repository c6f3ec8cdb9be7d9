import type { AuditLine } from '@sluice/contract/audit'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../components/data-table.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { useListState } from '../../lib/url-state.ts'
import css from './audit.module.css'
import { AuditCard } from './audit-card.tsx'
import { buildAuditColumns } from './audit-columns.tsx'
import { AuditDetail } from './audit-detail.tsx'
import { AuditFilterBar } from './audit-filter-bar.tsx'
import { auditFilterDefaults, countFilters } from './audit-filters.ts'
import { auditQuery } from './queries.ts'

/** Actions of administrators, newest first. */
export function AuditPage() {
  const { t } = useTranslation('audit')
  const isPhone = useIsPhone()
  const list = useListState(auditFilterDefaults)
  const { filters, page, pageSize, setFilters } = list
  const query = useQuery(auditQuery({ filters, page, pageSize }))
  const toggle = ({ id }: AuditLine) => list.patch({ open: filters.open === id ? 0 : id })
  const openLine = query.data?.items.find(({ id }) => id === filters.open)
  const isFiltered = countFilters(filters) > 0
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} />
      <DataTable<AuditLine>
        id="audit"
        label={t('title')}
        columns={buildAuditColumns(t)}
        rowKey={({ id }) => id}
        query={query}
        paging={list}
        toolbar={
          <AuditFilterBar
            filters={filters}
            setFilters={setFilters}
            onRefresh={query.refetch}
            isRefreshing={query.isFetching}
          />
        }
        expandedRow={(line) => <AuditDetail line={line} />}
        expansion={{ keys: [filters.open], onToggle: toggle }}
        renderCard={(line) => <AuditCard line={line} onOpen={() => toggle(line)} />}
        empty={{
          title: isFiltered ? t('empty.filtered') : t('empty.title'),
          hint: isFiltered ? t('empty.filteredHint') : t('empty.hint'),
          action: isFiltered && <Button onClick={() => setFilters(auditFilterDefaults)}>{t('filters.reset')}</Button>,
        }}
      />
      <Drawer
        open={isPhone && openLine !== undefined}
        title={t('detail.title')}
        placement="bottom"
        size="88%"
        classNames={{ section: css.sheet, body: css.sheetBody }}
        onClose={() => list.patch({ open: 0 })}
      >
        {openLine && <AuditDetail line={openLine} />}
      </Drawer>
    </>
  )
}
