import { useTranslation } from 'react-i18next'
import { formatList } from '../../lib/format-list.ts'
import css from './rows-or-json.module.css'

/** The names of the fields that a row keeps but does not show. */
export function MoreFields({ rest }: { rest: readonly (readonly [name: string, value: unknown])[] }) {
  const { t, i18n } = useTranslation('channel-editor')
  if (rest.length === 0) return null
  const names = rest.map(([name]) => name)
  return <span className={css.more}>{t('rows.more', { names: formatList(names, i18n.resolvedLanguage) })}</span>
}
