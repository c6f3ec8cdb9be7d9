import type { AuditLine } from '@sluice/contract/audit'
import { useTranslation } from 'react-i18next'
import card from '../../components/row-card.module.css'
import { formatTime } from '../../lib/format.ts'
import css from './audit.module.css'
import { useActionText, useObjectText } from './audit-parts.tsx'

/** A line on a phone: action, object, actor and time. Tapping it opens the details. */
export function AuditCard({ line, onOpen }: { line: AuditLine; onOpen(): void }) {
  const { t } = useTranslation('audit')
  const action = useActionText()(line.action)
  const object = useObjectText()(line.object_type)
  const time = formatTime(line.created_at)
  return (
    <button type="button" className={`${card.button} ${css.card}`} onClick={onOpen}>
      <span className="visually-hidden">{t('openRow', { time })}</span>
      <span className={css.cardAction}>{action}</span>
      <span className={css.cardObject}>
        {object} {line.object_id !== '' && <code className={css.objectId}>{line.object_id}</code>}
      </span>
      <span className={css.cardLine}>
        <span className={css.actor}>{line.actor_name || '–'}</span>
        <span className={css.quiet}>{time}</span>
      </span>
    </button>
  )
}
