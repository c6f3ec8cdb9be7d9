import type { AuditLine } from '@sluice/contract/audit'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyText } from '../../components/copy-text.tsx'
import { formatTime } from '../../lib/format.ts'
import css from './audit.module.css'
import { ActionName, ObjectName } from './audit-parts.tsx'
import { DiffView } from './diff-view.tsx'

/** An opened line: old and new values, and the ids of its request. */
export function AuditDetail({ line }: { line: AuditLine }) {
  const { t } = useTranslation(['audit', 'common'])
  return (
    <section className={css.detail} aria-label={t('detail.title')}>
      <DiffView line={line} />
      <dl className={css.facts}>
        <Fact name={t('column.action')}>
          <ActionName action={line.action} /> <code className={css.second}>{line.action}</code>
        </Fact>
        <Fact name={t('column.object')}>
          <ObjectName line={line} />
        </Fact>
        <Fact name={t('column.actor')}>
          {line.actor_name || '–'} <span className={css.second}>{t('actorId', { id: line.actor_id })}</span>
        </Fact>
        <Fact name={t('column.time')}>{formatTime(line.created_at)}</Fact>
        <Fact name={t('column.ip')}>
          <code>{line.ip}</code>
        </Fact>
        <Fact name={t('common:requestId')}>
          <CopyText value={line.request_id} label={t('common:requestId')} />
        </Fact>
      </dl>
    </section>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
