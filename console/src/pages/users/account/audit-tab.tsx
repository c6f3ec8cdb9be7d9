import type { AuditLine } from '@sluice/contract/audit'
import type { User } from '@sluice/contract/user'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { DataColumn } from '../../../components/data-column.ts'
import { ListPage } from '../../../components/list-page.tsx'
import texts from '../../../components/text.module.css'
import { useListPage } from '../../../components/use-list-page.ts'
import { findTextKey } from '../../../lib/audit-actions.ts'
import { formatTime } from '../../../lib/format.ts'
import { accountAuditQuery } from './queries.ts'
import { reasonOf } from './reason-of.ts'

const noFilters = {}

/** What administrators did to the account, newest first. */
export function AuditTab({ user }: { user: User }) {
  const { t } = useTranslation(['account', 'audit'])
  const list = useListPage({
    filters: noFilters,
    prefix: 'a',
    query: (view) => accountAuditQuery(user.id, view),
    rowKey: ({ id }) => id,
  })
  const actionText = (action: string) => {
    const key = findTextKey(action)
    return key === null ? action : t(`audit:action.${key}`)
  }
  const columns: DataColumn<AuditLine>[] = [
    {
      key: 'time',
      card: 'foot',
      title: t('audit:column.time'),
      width: 172,
      required: true,
      render: ({ created_at }) => <span className={texts.number}>{formatTime(created_at)}</span>,
    },
    {
      key: 'actor',
      card: 'start',
      title: t('audit:column.actor'),
      width: 140,
      render: ({ actor_name }) => <span className={texts.cutBlock}>{actor_name || '–'}</span>,
    },
    {
      key: 'action',
      card: 'title',
      title: t('audit:column.action'),
      width: 220,
      flexible: true,
      required: true,
      render: ({ action, after }) => {
        const reason = reasonOf(after)
        return (
          <>
            {actionText(action)} {reason !== '' && <span className={texts.help}>{reason}</span>}
          </>
        )
      },
    },
    { key: 'ip', title: t('audit:column.ip'), width: 150, ellipsis: true, render: ({ ip }) => <code>{ip}</code> },
  ]
  return (
    <>
      <ListPage
        id="account-audit"
        isPart
        list={list}
        title={t('tab.audit')}
        columns={columns}
        toolbar={null}
        empty={{ title: t('empty.audit') }}
      />
      <p>
        <Link to="/audit" search={{ object_type: 'user', object_id: String(user.id) }}>
          {t('auditAll')}
        </Link>
      </p>
    </>
  )
}
