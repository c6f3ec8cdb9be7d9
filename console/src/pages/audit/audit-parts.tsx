import type { AuditLine } from '@sluice/contract/audit'
import { Link } from '@tanstack/react-router'
import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import css from './audit.module.css'
import { isAuditObject, wordKeyOf } from './audit-actions.ts'
import { objectPageOf } from './object-page.ts'

/** Words for an action; the name it has in the trail where there are none. */
export function useActionWords() {
  const { t } = useTranslation('audit')
  return (action: string): string => {
    const key = wordKeyOf(action)
    return key === null ? action : t(`action.${key}`)
  }
}

export function useObjectWords() {
  const { t } = useTranslation('audit')
  return (type: string): string => (isAuditObject(type) ? t(`object.${type}`) : type)
}

/** What was done in words, and on hover as it stands in the trail. */
export function ActionName({ action }: Pick<AuditLine, 'action'>) {
  const words = useActionWords()
  return (
    <Tooltip title={<code>{action}</code>}>
      <span className={wordKeyOf(action) === null ? css.raw : css.action}>{words(action)}</span>
    </Tooltip>
  )
}

/** What it was done to; leads to its page where there is one. */
export function ObjectName({ line }: { line: AuditLine }) {
  const words = useObjectWords()
  const page = objectPageOf(line.object_type, line.object_id)
  const id = line.object_id !== '' && <code className={css.objectId}>{line.object_id}</code>
  const content = (
    <>
      {words(line.object_type)} {id}
    </>
  )
  if (page === null) return <span className={css.object}>{content}</span>
  return (
    <Link
      className={css.object}
      to={page.to}
      params={page.params}
      hash={page.hash ?? ''}
      search={page.search}
      // A click on the link is not a click on its row.
      onClick={(event) => event.stopPropagation()}
    >
      {content}
    </Link>
  )
}
