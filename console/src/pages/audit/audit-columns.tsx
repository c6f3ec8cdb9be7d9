import type { AuditLine } from '@sluice/contract/audit'
import type { TFunction } from 'i18next'
import type { DataColumn } from '../../components/data-column.ts'
import { formatTime } from '../../lib/format.ts'
import css from './audit.module.css'
import { ActionName, ObjectName } from './audit-parts.tsx'

export const buildAuditColumns = (t: TFunction<'audit'>): DataColumn<AuditLine>[] => [
  {
    key: 'time',
    title: t('column.time'),
    width: 172,
    required: true,
    render: ({ created_at }) => <span className={css.nowrap}>{formatTime(created_at)}</span>,
  },
  {
    key: 'actor',
    title: t('column.actor'),
    width: 150,
    render: ({ actor_name, actor_id }) => (
      <span className={css.actor} title={t('actorId', { id: actor_id })}>
        {actor_name || '–'}
      </span>
    ),
  },
  {
    key: 'action',
    title: t('column.action'),
    width: 232,
    required: true,
    render: ({ action }) => <ActionName action={action} />,
  },
  {
    key: 'object',
    title: t('column.object'),
    width: 220,
    flexible: true,
    render: (line) => <ObjectName line={line} />,
  },
  { key: 'ip', title: t('column.ip'), width: 150, ellipsis: true, render: ({ ip }) => <code>{ip}</code> },
]
