import type { AuditLine } from '@sluice/contract/audit'
import { useTranslation } from 'react-i18next'
import type { DataColumn } from '../../components/data-column.ts'
import texts from '../../components/text.module.css'
import { formatTime } from '../../lib/format.ts'
import { ActionSentence } from './action-sentence.tsx'
import css from './audit.module.css'
import { ObjectName, useObjectText } from './audit-parts.tsx'

/** The columns. On a card, links and hints give way to plain texts: a tap opens the line. */
export function useAuditColumns(): DataColumn<AuditLine>[] {
  const { t } = useTranslation('audit')
  const objectText = useObjectText()
  return [
    {
      key: 'time',
      card: { place: 'end', render: ({ created_at }) => <span className={css.quiet}>{formatTime(created_at)}</span> },
      title: t('column.time'),
      width: 172,
      required: true,
      render: ({ created_at }) => <span className={texts.number}>{formatTime(created_at)}</span>,
    },
    {
      key: 'actor',
      card: 'start',
      title: t('column.actor'),
      width: 150,
      render: ({ actor_name, actor_id }) => (
        <span className={texts.cutBlock} title={t('actorId', { id: actor_id })}>
          {actor_name || '–'}
        </span>
      ),
    },
    {
      key: 'action',
      card: 'title',
      title: t('column.action'),
      width: 280,
      flexible: true,
      required: true,
      render: (line) => <ActionSentence line={line} />,
    },
    {
      key: 'object',
      card: {
        place: 'line',
        render: ({ object_type, object_id }) => (
          <span className={css.cardObject}>
            {objectText(object_type)} {object_id !== '' && <code className={css.objectId}>{object_id}</code>}
          </span>
        ),
      },
      title: t('column.object'),
      width: 220,
      render: (line) => <ObjectName line={line} />,
    },
    {
      key: 'ip',
      title: t('column.ip'),
      givesWay: 1,
      width: 150,
      ellipsis: true,
      render: ({ ip }) => <code>{ip}</code>,
    },
  ]
}
