import { useTranslation } from 'react-i18next'
import css from './plain.module.css'

/** In place of a text that is loading. */
export function PlainLines() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('loading')} className={css.lines}>
      <span />
      <span />
      <span />
      <span />
    </div>
  )
}
