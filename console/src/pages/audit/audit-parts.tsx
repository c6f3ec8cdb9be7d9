import type { AuditLine } from '@sluice/contract/audit'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import texts from '../../components/text.module.css'
import { findTextKey, isAuditObject } from '../../lib/audit-actions.ts'
import css from './audit.module.css'
import { objectPageOf } from './object-page.ts'

/** The text of an action; otherwise its name in the trail. */
export function useActionText() {
  const { t } = useTranslation('audit')
  return (action: string): string => {
    const key = findTextKey(action)
    return key === null ? action : t(`action.${key}`)
  }
}

export function useObjectText() {
  const { t } = useTranslation('audit')
  return (type: string): string => (isAuditObject(type) ? t(`object.${type}`) : type)
}

/** The object of the action; links to its page if there is one. */
export function ObjectName({ line }: { line: AuditLine }) {
  const words = useObjectText()
  const page = objectPageOf(line.object_type, line.object_id)
  const id = line.object_id !== '' && <code className={css.objectId}>{line.object_id}</code>
  const content = (
    <>
      {words(line.object_type)} {id}
    </>
  )
  if (page === null) return <span className={texts.cutBlock}>{content}</span>
  return (
    <Link
      className={texts.cutBlock}
      to={page.to}
      params={page.params}
      hash={page.hash ?? ''}
      search={page.search}
      // A click on the link must not open the row.
      onClick={(event) => event.stopPropagation()}
    >
      {content}
    </Link>
  )
}
