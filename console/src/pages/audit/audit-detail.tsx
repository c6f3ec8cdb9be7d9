import type { AuditLine } from '@sluice/contract/audit'
import { useTranslation } from 'react-i18next'
import { CopyText } from '../../components/copy-text.tsx'
import { Fact, Facts } from '../../components/facts.tsx'
import { RowDetail } from '../../components/row-detail.tsx'
import texts from '../../components/text.module.css'
import { formatTime } from '../../lib/format.ts'
import { ActionSentence } from './action-sentence.tsx'
import { ObjectName } from './audit-parts.tsx'
import { DiffView } from './diff-view.tsx'
import { UndoButton } from './undo-button.tsx'

/** An opened line: old and new values, and the ids of its request. */
export function AuditDetail({ line }: { line: AuditLine }) {
  const { t } = useTranslation(['audit', 'common'])
  return (
    <RowDetail label={t('detail.title')}>
      <DiffView line={line} />
      <UndoButton line={line} />
      <Facts look="grid">
        <Fact label={t('column.action')}>
          <ActionSentence line={line} /> <code className={texts.hint}>{line.action}</code>
        </Fact>
        <Fact label={t('column.object')}>
          <ObjectName line={line} />
        </Fact>
        <Fact label={t('column.actor')}>
          {line.actor_name || '–'} <span className={texts.hint}>{t('actorId', { id: line.actor_id })}</span>
        </Fact>
        <Fact label={t('column.time')}>{formatTime(line.created_at)}</Fact>
        <Fact label={t('column.ip')}>
          <code>{line.ip}</code>
        </Fact>
        <Fact label={t('common:requestId')}>
          <CopyText value={line.request_id} label={t('common:requestId')} />
        </Fact>
      </Facts>
    </RowDetail>
  )
}
