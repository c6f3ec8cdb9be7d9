import { useTranslation } from 'react-i18next'
import { ListPage } from '../../components/list-page.tsx'
import { useListPage } from '../../components/use-list-page.ts'
import { auditActions, auditObjects } from '../../lib/audit-actions.ts'
import { formatTime } from '../../lib/format.ts'
import { useAuditColumns } from './audit-columns.tsx'
import { AuditDetail } from './audit-detail.tsx'
import { auditFilterDefaults } from './audit-filters.ts'
import { useActionText, useObjectText } from './audit-parts.tsx'
import { auditQuery } from './queries.ts'

/** Actions of administrators, newest first. */
export function AuditPage() {
  const { t } = useTranslation('audit')
  const actionText = useActionText()
  const objectText = useObjectText()
  const list = useListPage({ filters: auditFilterDefaults, query: auditQuery, rowKey: ({ id }) => id })
  return (
    <ListPage
      id="audit"
      list={list}
      title={t('title')}
      purpose={t('purpose')}
      columns={useAuditColumns()}
      fields={[
        {
          key: 'action',
          label: t('filters.action'),
          options: auditActions.map((value) => ({ value, label: actionText(value) })),
          width: 196,
        },
        { key: 'actor_name', label: t('filters.actor'), width: 132 },
        {
          key: 'object_type',
          label: t('filters.objectType'),
          options: auditObjects.map((value) => ({ value, label: objectText(value) })),
          width: 128,
        },
        { key: 'object_id', label: t('filters.objectId'), width: 132 },
      ]}
      span={{}}
      detail={{
        title: t('detail.title'),
        render: (line) => <AuditDetail line={line} />,
        openLabel: ({ created_at }) => t('openRow', { time: formatTime(created_at) }),
      }}
      noMatch={{ title: t('empty.filtered'), hint: t('empty.filteredHint') }}
      empty={{ title: t('empty.title'), hint: t('empty.hint') }}
    />
  )
}
