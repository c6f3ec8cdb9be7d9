import { useTranslation } from 'react-i18next'
import css from './shell.module.css'

/** In place of a page whose code or texts are still on their way; nothing in the first moment. */
export function PageWaiting() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('loading')} className={css.waiting}>
      <span />
      <span />
      <span />
    </div>
  )
}
